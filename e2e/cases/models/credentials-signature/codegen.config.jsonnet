local app(name) = {
  prefix: '/' + name,
  config: {
    version: '1',
    module: name,
    auth: { verify_credentials_fn: 'blog.accounts.' + name },
    resources: [{ model: 'blog.models.Article', operations: ['get'] }],
  },
};
{
  version: '1',
  apps: [app('by_name'), app('in_thread'), app('of_request'), app('fine')],
}
