// The same, where every client has to send keys.
local stock = import 'codegen.config.jsonnet';

stock {
  package_prefix: 'required_api',
  idempotency+: { required: true },
  resources: [each for each in super.resources if each.model == 'stock.models.Label' || each.model == 'stock.models.Product'],
}
