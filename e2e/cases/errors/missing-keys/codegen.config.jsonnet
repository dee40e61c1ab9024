{ resources: [{ operations: [{ name: 'get' }, { name: 'create', fields: [{ name: 'title' }] }] }] }
