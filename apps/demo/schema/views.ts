import { restView } from '@rowhouse/schema';
import { eq } from 'drizzle-orm';

import type { defineTables } from './tables.js';

/** What everybody can read over REST. Everybody can also add comments. */
export function defineViews(tables: ReturnType<typeof defineTables>): void {
  const { authors, articles, comments, tags } = tables;
  restView(authors, { excludeColumns: ['email', 'passwordHash', 'role'] });
  restView(articles, {
    columns: ['id', 'slug', 'title', 'subtitle', 'body', 'price', 'authorId', 'publishedAt'],
    query: (base, article) => base.where(eq(article.status, 'published')),
  });
  restView(comments, { grants: ['select', 'insert'] });
  restView(tags);
}
