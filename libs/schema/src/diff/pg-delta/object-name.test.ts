import type { StableId } from '@supabase/pg-delta';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { objectName } from './object-name.js';

const table: StableId = { kind: 'table', schema: 'blog', name: 'articles' };

test.each<[StableId, string]>([
  [{ kind: 'schema', name: 'blog' }, 'blog'],
  [table, 'blog.articles'],
  [{ kind: 'column', schema: 'blog', table: 'articles', name: 'title' }, 'blog.articles.title'],
  [{ kind: 'constraint', schema: 'blog', table: 'articles', name: 'pk' }, 'pk on blog.articles'],
  [
    { kind: 'function', schema: 'blog', name: 'f', args: ['integer', 'text'] },
    'blog.f(integer, text)',
  ],
  [{ kind: 'acl', target: table, grantee: 'anon' }, 'blog.articles for anon'],
  [
    { kind: 'acl', target: table, grantee: 'PUBLIC', column: 'title' },
    'blog.articles.title for everyone',
  ],
  [{ kind: 'comment', target: table }, 'table blog.articles'],
  [{ kind: 'membership', role: 'anon', member: 'authenticator' }, 'authenticator in anon'],
  [{ kind: 'table', schema: 'My Blog', name: 'a"b' }, '"My Blog"."a""b"'],
])('%j', (id, name) => {
  expect(objectName(id)).toBe(name);
});

test('a name stays on its line, whatever it holds', () => {
  const name = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(name, name, name, (schema, of, own) => {
      const ids: StableId[] = [
        { kind: 'column', schema, table: of, name: own },
        { kind: 'trigger', schema, table: of, name: own },
        { kind: 'function', schema, name: of, args: [own] },
        { kind: 'acl', target: { kind: 'view', schema, name: of }, grantee: own },
      ];
      for (const id of ids) expect(objectName(id)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }),
  );
});
