local prefs = { name: 'prefs', type: 'json', class: 'blog.types.Prefs' };
local pages = { name: 'pages', type: 'json', class: 'blog.types.Pages' };
local links = { name: 'links', type: 'json', class: 'blog.types.Links' };
local notes = { name: 'notes', type: 'json', class: 'blog.types.Nots' };

{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        { name: 'get', fields: ['id', prefs, pages] },
        { name: 'create', fields: [links, notes] },
      ],
    },
  ],
}
