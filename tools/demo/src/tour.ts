import type { Client } from './client.js';
import { heading, note } from './console.js';

/** Who the demo's database knows from the start; `apps/demo/blog/seed.py` adds them. */
const ADA = { name: 'Ada', email: 'ada@example.org', password: 'analytical', role: 'author' };
const BEN = { name: 'Ben', email: 'ben@example.org', password: 'lightning', role: 'author' };
const EDITH = { name: 'Edith', email: 'edith@example.org', password: 'red pencil', role: 'editor' };
export const USERS = [ADA, BEN, EDITH] as const;

/** Shows a handful of requests, each with its answer. */
export async function tour(client: Client): Promise<void> {
  heading('Log in: Ada and Ben are authors, Edith is an editor');
  const ada = await logIn(client, ADA);
  const ben = await logIn(client, BEN);
  const edith = await logIn(client, EDITH);

  heading('Ada writes articles, which are drafts at first');
  const { body: machines } = await ada.send('POST', '/tags/', { name: 'machines' }, 201);
  const article = (slug: string, title: string, price: string, tags: readonly number[]) =>
    ada.send('POST', '/articles/', { slug, title, body: '…', price, tags }, 201);
  const first = await article('on-engines', 'On engines', '4.50', [machines.id]);
  await article('on-looms', 'On looms', '3.00', [machines.id]);
  await article('on-numbers', 'On numbers', '12.25', []);

  heading('Search: a filter, a sort, and the second page by its cursor');
  const search = {
    filter: { field: 'title', op: 'starts_with', value: 'On ' },
    sort: [{ field: 'price', dir: 'desc' }],
    page_size: 2,
  };
  const page = await ada.send('POST', '/articles/search', search, 200);
  const cursor: string = page.body.next_cursor;
  await ada.send('POST', '/articles/search', { ...search, cursor }, 200);

  heading('Whose rows: authors own their articles, all read published ones, editors change all');
  const path = `/articles/${first.body.id}`;
  note('A draft is its author’s: she reads it, and for Ben it is not there.');
  await ada.send('GET', path, undefined, 200);
  await ben.send('GET', path, undefined, 404);
  note('His search does not find any of them, either.');
  await ben.send('POST', '/articles/search', {}, 200);

  note('She publishes it, by an action that calls a function of the blog.');
  await ada.send('POST', `${path}/publish`, {}, 200);

  note(
    'Now Ben reads it. He may not change it: it is there for him, so he is told that he may not.',
  );
  await ben.send('GET', path, undefined, 200);
  const subtitle = (text: string) => ({ subtitle: text });
  await ben.send('PATCH', path, subtitle('By Ben'), 403);
  note('An editor may.');
  await edith.send('PATCH', path, subtitle('A note on the analytical kind'), 200);

  heading('Rows come with their relations: articles with their author and tags');
  const tagged = { field: 'tags.name', op: 'eq', value: 'machines' };
  await ada.send(
    'POST',
    '/articles/search',
    { filter: tagged, sort: [{ field: 'author.name' }] },
    200,
  );
  note('And authors with the articles that Ben may read.');
  const written = { field: 'articles.title', op: 'starts_with', value: 'On ' };
  const authors = await ben.send('POST', '/authors/search', { filter: written }, 200);
  await ben.send('GET', `/authors/${authors.body.items[0].id}`, undefined, 200);

  heading('Versions: nobody overwrites what somebody else has just saved');
  const title = (text: string) => ({ title: text });
  note('Ada and Edith read the same version, and both change it. Ada is first.');
  const { headers } = await ada.send('GET', path, undefined, 200);
  const seen = { 'if-match': headers.get('etag')! };
  await ada.send('PATCH', path, title('On some engines'), 200, seen);
  await edith.send('PATCH', path, title('On all engines'), 412, seen);

  heading('What goes wrong is said');
  await ada.send('POST', '/articles/', { slug: 'Not a slug', title: '' }, 422);
}

/** A client of somebody who has logged in. */
async function logIn(client: Client, { name, email, password }: typeof ADA): Promise<Client> {
  const credentials = new URLSearchParams({ username: email, password });
  const answer = await client.send('POST', '/auth/token', credentials, 200);
  return client.as({ name, token: answer.body.access_token });
}
