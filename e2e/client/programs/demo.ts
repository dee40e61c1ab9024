/** Calls every operation of the demo, and meets every error that needs rows. */
import assert from 'node:assert/strict';
import process from 'node:process';

import {
  type ApiError,
  and,
  createBlogClient,
  fieldErrors,
  isAbort,
  isApiError,
  or,
  where,
} from './generated/index.js';
import type { ArticleCreateRequest, BlogClient, CommentFilter } from './generated/index.js';
import * as articles from './generated/blog/articles.js';
import { noted } from './noted.js';

const baseUrl = process.env['API']!;
const anonymous = createBlogClient({ baseUrl, interceptors: [noted] });

async function logIn(username: string): Promise<BlogClient> {
  const { access_token, token_type } = await anonymous.logIn({
    username,
    password: 'correct horse battery staple',
  });
  assert.equal(token_type, 'bearer');
  return createBlogClient({ ...anonymous.api, token: () => Promise.resolve(access_token) });
}

/** The error that a call ends with. */
async function fails(work: Promise<unknown>): Promise<ApiError> {
  try {
    await work;
  } catch (error) {
    assert(isApiError(error), String(error));
    return error;
  }
  return assert.fail('expected an error');
}

const status = async (work: Promise<unknown>) => (await fails(work)).status;

const ada = await logIn('ada@example.org');
const grace = await logIn('grace@example.org');

// Credentials.
assert.equal(
  await status(anonymous.logIn({ username: 'ada@example.org', password: 'wrong' })),
  401,
);
assert.equal(await status(anonymous.articles.search()), 401);
const refused: (string | undefined)[] = [];
const renewing = createBlogClient({
  baseUrl,
  token: async (old) => {
    refused.push(old);
    if (old === undefined) return 'expired';
    return (
      await anonymous.logIn({
        username: 'ada@example.org',
        password: 'correct horse battery staple',
      })
    ).access_token;
  },
});
await renewing.articles.search();
assert.deepEqual(refused, [undefined, 'expired']);

// Create, get, update, delete.
const looms: ArticleCreateRequest = {
  slug: 'on-looms',
  title: 'On looms',
  body: 'They weave.',
  price: '4.50',
  metadata: { pages: 3, nested: { deep: [true, null] } },
};
const { data: article, response } = await ada.articles.create(looms);
assert.equal(response.status, 201);
assert.equal(article.price, '4.50');
assert.deepEqual(article.metadata, looms.metadata);
assert.equal(article.subtitle, null);
assert.deepEqual((await ada.articles.get(article.id)).data, article);
assert.deepEqual((await articles.get(ada.api, article.id)).data, article);
const { data: changed } = await ada.articles.update(article.id, {
  subtitle: 'All of them',
  price: 5,
});
assert.deepEqual([changed.subtitle, changed.price], ['All of them', '5.00']);

// Errors, each as the operation documents it.
const missing = '00000000-0000-0000-0000-000000000000';
assert.equal(await status(ada.articles.get(missing)), 404);
assert.equal(await status(grace.articles.get(article.id)), 404);
const taken = await fails(ada.articles.create(looms));
assert.equal(taken.status, 409);
assert.equal(Object.values(fieldErrors(taken)).length, 1);
const invalid = await fails(ada.articles.create({ ...looms, slug: 'No slug', title: '' }));
assert.equal(invalid.status, 422);
assert.deepEqual(Object.keys(fieldErrors(invalid)).sort(), ['slug', 'title']);
assert.equal(await status(ada.articles.get('no uuid')), 422);
assert.equal(await status(grace.articles.update(missing, { title: 'x' })), 404);

// Actions.
const { data: published } = await ada.articles.publish(article.id);
assert.equal(published.status, 'published');
assert.equal(await status(ada.articles.publish(article.id)), 409);
assert.deepEqual((await ada.articles.countByStatus()).published, 1);
// Now everybody sees it, and its author alone may change it.
assert.equal((await grace.articles.get(article.id)).data.title, 'On looms');
assert.equal(await status(grace.articles.update(article.id, { title: 'Mine' })), 403);
assert.equal(await status(grace.articles.delete(article.id)), 403);
// Nor may its author do what another version was read for.
const old = { ifMatch: '"1"' };
assert.equal(await status(ada.articles.update(article.id, { title: 'Old' }, old)), 412);
assert.equal(await status(ada.articles.publish(article.id, {}, old)), 412);
assert.equal(await status(ada.articles.delete(article.id, old)), 412);
assert.equal(await status(grace.articles.publish(article.id)), 403);

// Searches.
for (const [index, title] of ['Gears', 'Engines', 'Engines, again'].entries()) {
  await ada.articles.create({ ...looms, slug: `article-${index}`, title, price: index });
}
const titles = async (request: articles.ArticleSearch) =>
  (await ada.articles.search(request)).items.map(({ title }) => title);
assert.deepEqual(
  await titles({ filter: where('title', 'icontains', 'ENGINE'), sort: ['-title'] }),
  ['Engines, again', 'Engines'],
);
assert.deepEqual(
  await titles({
    filter: and(
      where('status', 'in', ['draft', 'published']),
      or(where('price', 'gte', 5), where('title', 'eq', 'Gears')),
    ),
    sort: ['price'],
  }),
  ['Gears', 'On looms'],
);
assert.deepEqual(await titles({ filter: where('published_at', 'is_null', false) }), ['On looms']);
const first = await ada.articles.search({ sort: ['title'], pageSize: 3 });
assert.equal(first.items.length, 3);
assert(first.next_cursor !== null);
const { data: engines } = await ada.tags.create({ name: 'engines' });
const [machine] = (await ada.articles.search({ filter: where('title', 'eq', 'Engines') })).items;
const { data: tagged } = await ada.articles.update(machine!.id, { tags: [engines.id] });
assert.deepEqual(tagged.tags, [engines]);
assert.equal(tagged.author.name, 'ada');
const ofTag: articles.ArticleSearch = {
  filter: where('tags.name', 'eq', 'engines'),
  sort: ['author.name'],
};
assert.deepEqual(await titles(ofTag), ['Engines']);
assert.equal(await status(ada.articles.update(machine!.id, { tags: [2_000_000_000] })), 409);
await ada.tags.delete(engines.id);
assert.deepEqual(await titles(ofTag), []);
const second = await ada.articles.search({
  sort: ['title'],
  pageSize: 3,
  cursor: first.next_cursor,
});
assert.deepEqual([second.items.length, second.next_cursor], [1, null]);
assert.equal(await status(ada.articles.search({ cursor: 'made up' })), 422);

// A hundred pages by their cursors, and as few as are needed.
let count = 0;
const ids = new Set<string>();
for await (const { id } of ada.comments.all({ pageSize: 100 })) {
  count += 1;
  ids.add(id);
}
assert.deepEqual([count, ids.size], [10_000, 10_000]);
let requests = 0;
const counting = createBlogClient({
  ...ada.api,
  interceptors: [
    (request, next) => {
      requests += 1;
      return next(request);
    },
  ],
});
const numbered: CommentFilter = where('author_name', 'starts_with', 'Reader 1');
for await (const comment of counting.comments.all({ filter: numbered, pageSize: 50 })) {
  assert(comment.author_name.startsWith('Reader 1'));
  if ((count -= 1) < 9_940) break;
}
assert.equal(requests, 2);
const controller = new AbortController();
try {
  for await (const comment of ada.comments.all({}, { signal: controller.signal })) {
    if (comment) controller.abort();
  }
  assert.fail('expected an abort');
} catch (error) {
  assert(isAbort(error), String(error));
}

// Pages by offsets, of rows that need no user.
const names = Array.from({ length: 45 }, (_, index) => `tag ${String(index).padStart(2, '0')}`);
for (const name of names) await anonymous.tags.create({ name });
const page = await anonymous.tags.search({ offset: 40, limit: 20 });
assert.deepEqual([page.items.length, page.total], [5, 45]);
const walked: string[] = [];
for await (const { name } of anonymous.tags.all({ limit: 20 })) walked.push(name);
assert.deepEqual(walked, names);
const [tag] = page.items;
assert.equal((await anonymous.tags.get(tag!.id)).data.name, 'tag 40');
assert.equal((await anonymous.tags.update(tag!.id, { name: 'looms' })).data.name, 'looms');
assert.equal(await status(anonymous.tags.update(tag!.id, { name: 'tag 00' })), 409);
await anonymous.tags.delete(tag!.id);
assert.equal(await status(anonymous.tags.delete(tag!.id)), 404);
const made = await anonymous.tags.upsert('yarn', { name: 'yarn' });
const same = await anonymous.tags.upsert('yarn', { name: 'yarn' });
assert.deepEqual([made.response.status, same.response.status], [201, 200]);
assert.deepEqual(made.data, same.data);
assert.equal(await status(anonymous.tags.create({ name: 'yarn' })), 409);

// The other resources.
const { data: author } = await ada.authors.create({ name: 'Mary', email: 'mary@example.org' });
assert.equal((await ada.authors.get(author.id)).data.email, 'mary@example.org');
assert.equal((await ada.authors.update(author.id, { name: 'Mary S.' })).data.name, 'Mary S.');
assert.deepEqual(
  (await ada.authors.search({ filter: where('email', 'starts_with', 'mary@') })).items.map(
    ({ name }) => name,
  ),
  ['Mary S.'],
);
const again = { name: 'x', email: 'mary@example.org' };
assert.equal(await status(ada.authors.create(again)), 409);
await ada.authors.delete(author.id);
assert.equal(await status(ada.authors.delete(changed.author_id)), 409);
const reply = { article_id: article.id, author_name: 'Mary', body: 'Well said.' };
const { data: comment } = await ada.comments.create(reply);
assert.equal((await ada.comments.get(comment.id)).data.body, 'Well said.');
assert.equal(await status(ada.articles.delete(article.id)), 409);
assert.equal(await status(ada.comments.create({ ...reply, article_id: missing })), 409);
await ada.comments.delete(comment.id);
assert.equal(await status(ada.articles.update(article.id, { slug: 'article-0' })), 409);
await ada.articles.delete(
  (await ada.articles.search({ filter: where('title', 'eq', 'Gears') })).items[0]!.id,
);
console.log('done');
