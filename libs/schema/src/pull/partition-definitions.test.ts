import { expect, test } from 'vitest';

import { boundsDefinition, partitionColumns } from './partition-definitions.js';

test('columns that divide a table are read, and left to SQL where there is more to them', () => {
  expect(partitionColumns('RANGE (a, "b, c")')).toEqual({
    method: 'range',
    columns: ['a', 'b, c'],
  });
  for (const more of ['RANGE (lower(a))', 'LIST (a COLLATE "C")', 'HASH (a public.own_ops)']) {
    expect(partitionColumns(more)).toBeUndefined();
  }
});

test('bounds are read', () => {
  expect(boundsDefinition('DEFAULT')).toEqual({ default: true });
  expect(boundsDefinition('FOR VALUES WITH (modulus 4, remainder 3)')).toEqual({
    modulus: 4,
    remainder: 3,
  });
  expect(boundsDefinition(`FOR VALUES IN ('it''s (', ')', NULL, 5, true)`)).toEqual({
    in: ["it's (", ')', null, 5, true],
  });
  expect(boundsDefinition(`FOR VALUES FROM (MINVALUE, '-5') TO ('2026-01-01', MAXVALUE)`)).toEqual({
    from: [{ keyword: 'MINVALUE' }, '-5'],
    to: ['2026-01-01', { keyword: 'MAXVALUE' }],
  });
});

test.each([
  String.raw`FOR VALUES IN (E'a\\b')`,
  'FOR VALUES IN (12345678901234567890)',
  "FOR VALUES FROM (1) TO (2) WITH (fillfactor='7')",
  "FOR VALUES IN ('a'::text)",
])('%s is left to SQL', (bounds) => {
  expect(boundsDefinition(bounds)).toBeUndefined();
});
