import { expect, it } from 'vitest';

import { indented } from './indent.js';

it('indents by brackets, and one level for those of one line', () => {
  const source = `
export const orders = table(
'orders',
{
id: serial().primaryKey(),
},
{
constraints: (t) => [
foreignKey({
name: 'a)b(c',
columns: [t.customerId],
}),
],
},
);
`;
  expect(indented(source)).toBe(`
export const orders = table(
  'orders',
  {
    id: serial().primaryKey(),
  },
  {
    constraints: (t) => [
      foreignKey({
        name: 'a)b(c',
        columns: [t.customerId],
      }),
    ],
  },
);
`);
});

it('keeps the lines of a template, which are its value', () => {
  const source = ['f({', 'sql: `CREATE {', '  (it\\`s', '`,', "name: 'it\\'s [',", '});'].join(
    '\n',
  );
  expect(indented(source)).toBe(
    ['f({', '  sql: `CREATE {', '  (it\\`s', '`,', "  name: 'it\\'s [',", '});'].join('\n'),
  );
});
