local app(name) = {
  prefix: '/' + name,
  config: { module: name, resources: [{ model: 'blog.models.Article', operations: ['get'] }] },
};
{ version: '1', apps: [app('blog'), app('press')] }
