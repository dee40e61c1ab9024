/** Queries and mutations of the demo in the cache of TanStack Query; no framework runs. */
import assert from 'node:assert/strict';
import process from 'node:process';

import { InfiniteQueryObserver, MutationObserver, QueryClient } from '@tanstack/query-core';

import { createBlogClient, createBlogQueries, isApiError, where } from './generated/index.js';
import type { TagFilter } from './generated/index.js';

const anonymous = createBlogClient({ baseUrl: process.env['API']! });
const { access_token } = await anonymous.logIn({
  username: 'ada@example.org',
  password: 'correct horse battery staple',
});
const blog = createBlogClient({ ...anonymous.api, token: () => access_token });
const queries = createBlogQueries(blog.api);
const cache = new QueryClient();

const create = new MutationObserver(cache, queries.articles.create(cache));
const { data: article } = await create.mutate({
  body: { slug: 'cached', title: 'Cached', body: 'x', price: '1.00' },
});

// Keys have the types of their data.
const one = queries.articles.get(article.id);
assert.equal((await cache.fetchQuery(one)).data.title, 'Cached');
assert.equal(cache.getQueryData(one.queryKey)?.data.title, 'Cached');
assert.deepEqual(one.queryKey, ['blog', 'articles', 'get', article.id]);
assert.deepEqual(queries.articles.key, ['blog', 'articles']);

// All pages of a search, by cursors and by offsets.
for (const name of ['a', 'b', 'c']) {
  await new MutationObserver(cache, queries.tags.create(cache)).mutate({
    body: { name: `q-${name}` },
  });
}
const filter: TagFilter = where('name', 'starts_with', 'q-');
const tags = new InfiniteQueryObserver(cache, queries.tags.search({ filter, limit: 2 }));
await tags.fetchNextPage();
const { data: pages } = await tags.fetchNextPage();
assert.deepEqual(
  pages?.pages.map(({ items }) => items.map(({ name }) => name)),
  [['q-a', 'q-b'], ['q-c']],
);
assert.equal(tags.getCurrentResult().hasNextPage, false);
const authors = await cache.fetchInfiniteQuery(queries.authors.search({ pageSize: 1 }));
assert.equal(authors.pages[0]?.items.length, 1);
const page = await cache.fetchQuery(queries.tags.page({ limit: 1 }));
assert.equal(page.items.length, 1);

// A mutation makes the queries that show its rows read again, and no others.
const update = new MutationObserver(cache, queries.articles.update(cache));
await update.mutate({ pk: article.id, body: { title: 'Changed' } });
assert.equal(cache.getQueryState(one.queryKey)?.isInvalidated, true);
assert.equal(cache.getQueryState(queries.tags.page({ limit: 1 }).queryKey)?.isInvalidated, false);

// An error is of the type that the operation documents, and is not tried again.
const missing = queries.articles.get('00000000-0000-0000-0000-000000000000');
await assert.rejects(cache.fetchQuery(missing), (error) => isApiError(error, 404));
assert.equal(cache.getQueryState(missing.queryKey)?.fetchFailureCount, 1);
assert.equal(cache.getQueryState(missing.queryKey)?.error?.status, 404);
console.log('done');
