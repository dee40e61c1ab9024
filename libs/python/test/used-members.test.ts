import { expect, test } from 'vitest';

import { symbol, usedMembers } from '../src/index.js';

test('members of modules are used by reference, or by a name that an import line binds', () => {
  const section = [
    'from shop.rows import change, refresh as fresh, unused',
    'import uuid',
    `def update(body: ${symbol('shop.schemas', 'Update')}) -> uuid.UUID:`,
    '    """Says unused."""',
    '    return fresh(change(body))',
  ].join('\n');
  expect(usedMembers(section)).toEqual([
    { module: 'shop.schemas', name: 'Update' },
    { module: 'shop.rows', name: 'change' },
    { module: 'shop.rows', name: 'refresh' },
  ]);
});
