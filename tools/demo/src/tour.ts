import type { Client } from './client.js';
import { heading } from './console.js';

/** Who the demo's database knows from the start; `apps/demo/blog/seed.py` adds her. */
export const AUTHOR = { email: 'ada@example.org', password: 'correct horse battery staple' };

/** Shows a handful of requests, each with its answer. */
export async function tour(client: Client): Promise<void> {
  heading('Log in');
  const credentials = { username: AUTHOR.email, password: AUTHOR.password };
  const token = await client.send('POST', '/auth/token', new URLSearchParams(credentials), 200);
  client.authenticate(token.body.access_token);
  const authors = await client.send('POST', '/authors/search', { page_size: 1 }, 200);
  const author: string = authors.body.items[0].id;

  heading('Create articles');
  const article = (slug: string, title: string, price: string) =>
    client.send('POST', '/articles/', { slug, title, body: '…', price, author_id: author }, 201);
  const first = await article('on-engines', 'On engines', '4.50');
  await article('on-looms', 'On looms', '3.00');
  await article('on-numbers', 'On numbers', '12.25');

  heading('Search: a filter, a sort, and the second page by its cursor');
  const search = {
    filter: { field: 'title', op: 'starts_with', value: 'On ' },
    sort: [{ field: 'price', dir: 'desc' }],
    page_size: 2,
  };
  const page = await client.send('POST', '/articles/search', search, 200);
  const cursor: string = page.body.next_cursor;
  await client.send('POST', '/articles/search', { ...search, cursor }, 200);

  heading('Change an article, then publish it: an action that calls a function of the blog');
  const path = `/articles/${first.body.id}`;
  await client.send('PATCH', path, { subtitle: 'A note on the analytical kind' }, 200);
  await client.send('POST', `${path}/publish`, {}, 200);

  heading('What goes wrong is said');
  await client.send('GET', '/articles/00000000-0000-0000-0000-000000000000', undefined, 404);
  await client.send('POST', '/articles/', { slug: 'Not a slug', title: '' }, 422);
}
