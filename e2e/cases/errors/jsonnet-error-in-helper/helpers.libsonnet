{
  resource(model, fields)::
    assert std.length(fields) > 0 : 'resource %s needs fields' % model;
    { model: 'blog.models.' + model, operations: [{ name: 'get', fields: fields }] },
}
