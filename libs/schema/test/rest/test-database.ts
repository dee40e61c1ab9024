import { createDatabase } from '@rowhouse/harness';
import { desiredState, type Metadata, type SchemaConfig } from '@rowhouse/schema';
import pg from 'pg';

/** A database of one's own that holds what the code describes. */
export interface TestDatabase {
  readonly url: string;
  /** Connected as its owner. */
  readonly owner: pg.Client;
  /** A new connection that acts as the role. */
  as(role: string): Promise<pg.Client>;
  drop(): Promise<void>;
}

/** Makes a database on the server and builds the desired state in it. */
export async function buildDatabase(
  serverUrl: string,
  metadata: Metadata,
  config: SchemaConfig,
): Promise<TestDatabase> {
  const database = await createDatabase(serverUrl);
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client(database.url);
    await client.connect();
    clients.push(client);
    return client;
  };
  const owner = await connect();
  const { statements, raw } = desiredState(metadata, config);
  for (const statement of [...statements, ...raw.map(({ up }) => up)]) await owner.query(statement);
  return {
    url: database.url,
    owner,
    async as(role) {
      const client = await connect();
      await client.query(`SET ROLE ${pg.escapeIdentifier(role)}`);
      return client;
    },
    async drop() {
      await Promise.all(clients.map((client) => client.end()));
      await database.drop();
    },
  };
}
