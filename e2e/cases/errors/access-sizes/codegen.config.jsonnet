{
  version: '1',
  module: 'shop',
  auth: { verify_credentials_fn: 'shop.auth.verify', claims: { roles: 'list[str]' } },
  resources: [
    {
      model: 'shop.models.Order',
      access: {
        rules: [
          { allow: '*', where: { number: 2147483648, row: { not: -32769 }, total: 2147483648 } },
          { allow: '*', where: { number: -2147483648, code: 'ÄÖÜ', state: 'opened', note: 'as long as one likes' } },
          { allow: '*', where: { code: { 'in': ['ABC', 'ABCD'] } } },
        ],
      },
      operations: ['get'],
    },
  ],
}
