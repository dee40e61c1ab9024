{
  version: '1',
  module: 'blog',
  auth: { verify_credentials_fn: 'blog.auth.verify', claims: { sub: 'uuid' } },
  resources: [
    {
      model: 'blog.models.Author',
      // What is wrong with a rule is told beside what is wrong with an operation.
      access: { rules: [{ allow: ['get', 'delte'] }] },
      operations: [
        'get',
        'delete',
      ],
    },
  ],
}
