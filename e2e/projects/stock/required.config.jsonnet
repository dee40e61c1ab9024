// The same, where every client has to send keys.
local stock = import 'codegen.config.jsonnet';

stock {
  package_prefix: 'required_api',
  idempotency+: { required: true },
  resources: [
    // The function of this action takes the request of the other package.
    each { operations: [operation for operation in super.operations if std.isString(operation) || operation.name != 'reserve'] }
    for each in super.resources
    if each.model == 'stock.models.Label' || each.model == 'stock.models.Product'
  ],
}
