import { createDatabase, startPostgres } from '@rowhouse/harness';
import {
  desiredState,
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  table,
} from '@rowhouse/schema';
import { boolean, integer, text } from 'drizzle-orm/pg-core';
import pg from 'pg';

/**
 * What bulk writes through a REST view take, as a ratio to those on the plain table and to those
 * through a view with the barest INSTEAD OF trigger that PostgreSQL can have. The bar is 1.5 times the
 * latter; a row trigger as such costs three to four times the plain table. A view that hides a column takes more: it
 * has an exception block, a subtransaction for each row, without which errors would tell values of that column.
 */
const ROWS = 20_000;
const ROUNDS = 5;

const metadata = new Metadata();
const config = new SchemaConfig({ autoDiscover: false }).use(new RestExtension());
const columns = () => ({
  title: text().notNull(),
  body: text().default('empty'),
  number: integer(),
  published: boolean().notNull().default(true),
  secret: text().default('hidden'),
});
const shared = { metadata, config, schema: 'app' };
const all = ['select', 'insert', 'update', 'delete'] as const;
restView(table('articles', columns(), shared), { grants: all });
restView(table('hiding', columns(), shared), { grants: all, excludeColumns: ['secret'] });
table('bare', columns(), shared);

const BARE = `
  CREATE VIEW api.bare AS SELECT id, title, body, number, published FROM app.bare;
  CREATE FUNCTION api_triggers.bare() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO app.bare (title, body, number) VALUES (NEW.title, NEW.body, NEW.number);
      RETURN NEW;
    ELSIF TG_OP = 'UPDATE' THEN
      UPDATE app.bare SET title = NEW.title, body = NEW.body, number = NEW.number,
        published = NEW.published WHERE id = OLD.id;
      RETURN NEW;
    END IF;
    DELETE FROM app.bare WHERE id = OLD.id;
    RETURN OLD;
  END $$;
  CREATE TRIGGER bare INSTEAD OF INSERT OR UPDATE OR DELETE ON api.bare
    FOR EACH ROW EXECUTE FUNCTION api_triggers.bare()`;

const WRITES: Readonly<Record<string, (relation: string) => string>> = {
  insert: (relation) =>
    `INSERT INTO ${relation} (title, body, number)
     SELECT 'title ' || n, 'body', n FROM generate_series(1, ${ROWS}) AS n`,
  update: (relation) => `UPDATE ${relation} SET body = 'changed', number = number + 1`,
  delete: (relation) => `DELETE FROM ${relation}`,
};

const server = await startPostgres();
const database = await createDatabase(server.url);
const client = new pg.Client(database.url);
await client.connect();
for (const statement of desiredState(metadata, config).statements) await client.query(statement);
await client.query(BARE);

const RELATIONS = ['app.articles', 'api.articles', 'api.hiding', 'api.bare'] as const;
const taken = new Map<string, number>();
for (let round = 0; round < ROUNDS; round++) {
  for (const [write, statement] of Object.entries(WRITES)) {
    for (const relation of RELATIONS) {
      const target = relation.replace('api.', 'app.');
      if (write === 'insert') await client.query(`TRUNCATE ${target}`);
      else if (write === 'delete') {
        await client.query(`TRUNCATE ${target}`);
        await client.query(WRITES['insert']!(target));
      }
      const start = performance.now();
      await client.query(statement(relation));
      const key = `${write} ${relation}`;
      taken.set(key, Math.min(taken.get(key) ?? Infinity, performance.now() - start));
    }
  }
}
console.log(
  'write     table ms   view ms   to the table   to a bare trigger   if it hides a column',
);
for (const write of Object.keys(WRITES)) {
  const [plain, view, hiding, bare] = RELATIONS.map((relation) =>
    taken.get(`${write} ${relation}`)!,
  );
  console.log(
    write.padEnd(8) +
      plain!.toFixed(0).padStart(10) +
      view!.toFixed(0).padStart(10) +
      (view! / plain!).toFixed(2).padStart(15) +
      (view! / bare!).toFixed(2).padStart(20) +
      (hiding! / bare!).toFixed(2).padStart(23),
  );
}
await client.end();
await database.drop();
await server.stop();
