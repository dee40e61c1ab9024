import { desiredState, Metadata, RestExtension, SchemaConfig, table } from '@rowhouse/schema';
import { sql } from 'drizzle-orm';
import { boolean, integer, text } from 'drizzle-orm/pg-core';

/** How messages name the REST view of the articles. */
export const place = 'REST view api.articles of table blog.articles';

/** Authors and articles, without views. */
export function newBlog() {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false }).use(
    new RestExtension({ roles: ['editor'] }),
  );
  const shared = { metadata, config, schema: 'blog' };
  const authors = table('authors', { name: text().notNull() }, shared);
  const articles = table(
    'articles',
    {
      title: text().notNull(),
      authorId: integer('author_id').references(() => authors.table.id),
      secret: text(),
      public: boolean().default(false),
      slug: text().generatedAlwaysAs(sql`lower(title)`),
    },
    shared,
  );
  const statements = () => desiredState(metadata, config).statements;
  const statement = (start: string) => statements().find((one) => one.startsWith(start));
  return { metadata, config, authors, articles, statements, statement };
}
