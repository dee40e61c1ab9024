import { describe, expect, test } from 'vitest';

import {
  desiredState,
  Metadata,
  RestExtension,
  restConfig,
  restView,
  SchemaConfig,
  table,
} from '../index.js';

function views(...pairs: readonly (readonly [table: string, api: string])[]): Metadata {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false }).use(new RestExtension());
  for (const [schema, api] of pairs) {
    restView(table('things', {}, { metadata, config, schema }), { schema: api });
  }
  return metadata;
}

describe('restConfig', () => {
  test('has the settings of the views, and no password', () => {
    expect(restConfig(views(['blog', 'api'], ['shop', 'v2'], ['a "b" \\', 'c']))).toBe(
      [
        '# The password is not here: set PGPASSWORD in the environment of PostgREST.',
        'db-uri = "postgresql://authenticator@localhost:5432/postgres"',
        'db-schemas = "api,v2,c"',
        'db-anon-role = "anon"',
        'db-extra-search-path = "blog,shop,a \\"b\\" \\\\"',
        'db-pre-request = "api_triggers.check_request"',
        '',
      ].join('\n'),
    );
  });

  test('takes the URI of the database, unless it has a password', () => {
    const metadata = views(['blog', 'api']);
    expect(restConfig(metadata, { dbUri: 'postgresql://authenticator@db/blog' })).toContain(
      'db-uri = "postgresql://authenticator@db/blog"',
    );
    for (const dbUri of [
      'postgresql://authenticator:secret@db/blog',
      'postgresql://db/blog?password=secret',
      'host=db password=secret',
    ]) {
      expect(() => restConfig(metadata, { dbUri })).toThrow(
        'the database URI contains a password, which would be written to a file\n  Remove it, and set PGPASSWORD in the environment of PostgREST.',
      );
    }
  });

  test('without a REST view there is nothing to serve', () => {
    expect(() => restConfig(new Metadata())).toThrow(
      'the project has no REST view\n  Define one with restView(), in a module that schema.config.ts imports.',
    );
  });
});

test('the roles: nobody can log in as anon, authenticator only switches, none has a password', () => {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false }).use(
    new RestExtension({ roles: ['editor'] }),
  );
  const { roles, statements } = desiredState(metadata, config);
  expect(roles).toEqual(['anon', 'authenticator', 'editor']);
  const sql = statements.join('\n');
  expect(sql).toContain('CREATE ROLE "anon" NOLOGIN INHERIT');
  expect(sql).toContain('CREATE ROLE "authenticator" LOGIN NOINHERIT');
  expect(sql).toContain('GRANT "anon" TO "authenticator"');
  expect(sql).toContain('GRANT "editor" TO "authenticator"');
  expect(sql).not.toMatch(/password/i);
});
