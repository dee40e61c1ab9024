import { startPostgrest, type PostgrestServer } from '@rowhouse/harness';
import { restConfig, type Metadata, type SchemaConfig } from '@rowhouse/schema';
import { PostgrestClient } from '@supabase/postgrest-js';
import { createHmac, randomBytes } from 'node:crypto';
import pg from 'pg';

import * as blog from './blog.js';
import { buildDatabase, type TestDatabase } from './test-database.js';

export type RestClient = ReturnType<typeof connect>;

/** A project's database behind a real PostgREST that is configured as the code says. */
export interface RestServer extends PostgrestServer {
  readonly database: TestDatabase;
  /** A client without a token, or with one for `role`. */
  client(role?: string): RestClient;
}

/** Builds a project's database, by default the blog's, on a PostgreSQL server and starts PostgREST on it. */
export async function startRestServer(
  serverUrl: string,
  { metadata, config }: { readonly metadata: Metadata; readonly config: SchemaConfig } = blog,
): Promise<RestServer> {
  const database = await buildDatabase(serverUrl, metadata, config);
  const { password } = new URL(serverUrl);
  if (password) {
    // A server that asks for passwords: give the role the one that the tests have.
    await database.owner.query(
      `ALTER ROLE authenticator PASSWORD ${pg.escapeLiteral(decodeURIComponent(password))}`,
    );
  }
  const dbUri = new URL(database.url);
  dbUri.username = 'authenticator';
  dbUri.password = '';
  const secret = randomBytes(32).toString('hex');
  const server = await startPostgrest({
    config: restConfig(metadata, { dbUri: dbUri.href }),
    environment: { PGRST_JWT_SECRET: secret, PGPASSWORD: decodeURIComponent(password) },
  });
  return {
    ...server,
    database,
    client: (role) =>
      connect(
        server.url,
        role === undefined ? {} : { Authorization: `Bearer ${token({ role }, secret)}` },
      ),
    async stop() {
      await server.stop();
      await database.drop();
    },
  };
}

function connect(url: string, headers: Record<string, string>) {
  return new PostgrestClient(url, { schema: 'api', headers });
}

/** A signed JSON Web Token (HS256). */
function token(claims: object, secret: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}
