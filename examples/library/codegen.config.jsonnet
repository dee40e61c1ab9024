// A lending library of several branches: nobody sees another branch. Members see their own loans, librarians all.
local access = import 'stdlib/access.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';

local branch = access.tenant('branch_id');
local librarians = { allow: '*', to: { role: 'librarian' } };
local own(field) = { [field]: { user: 'sub' } };

{
  version: '1',
  module: 'lending',
  access: { required: true },
  auth: jwt.jwt({
    verify_credentials_fn: 'library.accounts.verify',
    claims: { sub: 'uuid', branch_id: 'int', role: 'str' },
  }),
  resources: [
    {
      model: 'library.models.Copy',
      access: branch + { rules: [{ allow: ['get', 'list'] }, librarians] },
      generate_tests: true,
      operations: [
        'get',
        {
          name: 'list',
          filters: { fields: ['title', 'shelf'] },
          ordering: { fields: ['title'], default: 'title' },
          pagination: { mode: 'keyset' },
        },
        { name: 'create', fields: ['number', 'title', 'shelf'] },
        { name: 'update', fields: ['title', 'shelf'] },
        'delete',
      ],
    },
    {
      model: 'library.models.Member',
      access: branch + { rules: [{ allow: ['get'], where: own('id') }, librarians] },
      generate_tests: true,
      local shown = ['id', 'name', 'card'],
      operations: [
        { name: 'get', fields: shown },
        { name: 'list', fields: shown, filters: { fields: ['name', 'card'] }, pagination: { mode: 'keyset' } },
        { name: 'create', fields: ['name', 'card'] },
        { name: 'update', fields: ['name'] },
      ],
    },
    {
      model: 'library.models.Loan',
      access: branch + { rules: [{ allow: ['get', 'list'], where: own('member_id') }, librarians] },
      generate_tests: true,
      operations: [
        'get',
        {
          name: 'list',
          filters: { fields: ['member_id', 'copy_number', 'due_on', 'returned_at'] },
          ordering: { fields: ['due_on'], default: 'due_on' },
          pagination: { mode: 'keyset' },
        },
        {
          name: 'create',
          fields: ['member_id', 'copy_number', 'due_on'],
          before: 'library.hooks.check_open_loans',
        },
        { name: 'return_copy', fn: 'library.actions.return_copy', returns: ['id', 'copy_number', 'returned_at'] },
      ],
    },
  ],
}
