/** What must not compile, each line for one reason. The expected error is on the line below the comment. */
import { and, createBlogClient, isApiError, or, where } from './generated/index.js';
import type {
  ArticleCreateRequest,
  ArticleFilter,
  ArticleResource,
  ArticleSort,
  ArticleUpdateRequest,
  AuthorResource,
  CommentFilter,
  CommentSort,
  TagFilter,
} from './generated/index.js';
import * as articles from './generated/blog/articles.js';

const blog = createBlogClient({ baseUrl: 'http://127.0.0.1' });

export function filters(): readonly unknown[] {
  const article: ArticleFilter[] = [
    // What compiles: every operator, alone and combined.
    where('status', 'eq', 'published'),
    where('status', 'neq', 'draft'),
    where('status', 'in', ['draft', 'archived']),
    where('title', 'icontains', 'looms'),
    where('title', 'between', ['a', 'b']),
    where('price', 'lt', '10.00'),
    where('price', 'gte', 10),
    where('published_at', 'is_null', true),
    and(
      where('slug', 'starts_with', 'on-'),
      or(where('title', 'eq', 'x'), where('price', 'gt', 1)),
    ),
    // A field that there is none of.
    // @ts-expect-error
    where('titel', 'eq', 'x'),
    // @ts-expect-error
    where('', 'eq', 'x'),
    // @ts-expect-error
    where('body', 'contains', 'x'),
    // @ts-expect-error
    where('created_at', 'gt', '2030-01-31T12:00:00Z'),
    // An operator that the field does not support.
    // @ts-expect-error
    where('id', 'gt', 'x'),
    // @ts-expect-error
    where('id', 'contains', 'x'),
    // @ts-expect-error
    where('author_id', 'starts_with', 'x'),
    // @ts-expect-error
    where('status', 'gt', 'draft'),
    // @ts-expect-error
    where('status', 'icontains', 'draft'),
    // @ts-expect-error
    where('price', 'contains', '1'),
    // @ts-expect-error
    where('price', 'ends_with', '1'),
    // @ts-expect-error
    where('published_at', 'icontains', '2030'),
    // @ts-expect-error
    where('title', 'overlaps', ['x']),
    // @ts-expect-error
    where('title', 'like', 'x'),
    // @ts-expect-error
    where('title', 'EQ', 'x'),
    // A value of another type.
    // @ts-expect-error
    where('title', 'eq', 1),
    // @ts-expect-error
    where('title', 'eq', null),
    // @ts-expect-error
    where('title', 'eq', ['x']),
    // @ts-expect-error
    where('title', 'in', 'x'),
    // @ts-expect-error
    where('title', 'in', [1]),
    // @ts-expect-error
    where('title', 'between', ['a']),
    // @ts-expect-error
    where('title', 'between', ['a', 'b', 'c']),
    // @ts-expect-error
    where('title', 'is_null', 'yes'),
    // @ts-expect-error
    where('price', 'lt', true),
    // @ts-expect-error
    where('price', 'eq', new Date()),
    // @ts-expect-error
    where('published_at', 'gt', new Date()),
    // @ts-expect-error
    where('published_at', 'gt', 1893456000),
    // @ts-expect-error
    where('status', 'eq', 'deleted'),
    // @ts-expect-error
    where('status', 'in', ['draft', 'deleted']),
    // @ts-expect-error
    where('status', 'is_null', null),
    // As deep as it may be.
    // @ts-expect-error
    and(where('title', 'eq', 'x'), where('titel', 'eq', 'x')),
    // @ts-expect-error
    and(or(and(where('price', 'lt', true)))),
    // @ts-expect-error
    or(where('status', 'eq', 'deleted')),
    // What is no filter.
    // @ts-expect-error
    {},
    // @ts-expect-error
    { field: 'title', op: 'eq', value: 'x' },
    // @ts-expect-error
    'title = x',
    // @ts-expect-error
    and('title'),
  ];
  // The filter of another resource.
  const tag: TagFilter = where('name', 'eq', 'x');
  const comment: CommentFilter = where('author_name', 'eq', 'x');
  // @ts-expect-error
  const other: ArticleFilter = tag;
  // @ts-expect-error
  const mixed: ArticleFilter = and(where('title', 'eq', 'x'), tag);
  // @ts-expect-error
  const third: TagFilter = comment;
  // Without a type around it, nobody knows which resource it is about.
  // @ts-expect-error
  const loose = where('title', 'eq', 'x');
  return [article, other, mixed, third, loose];
}

export async function calls(): Promise<void> {
  const sort: ArticleSort[] = ['title', '-title', 'price', '-published_at'];
  await blog.articles.search({ sort, pageSize: 5 });
  // @ts-expect-error
  await blog.articles.search({ sort: ['slug'] });
  // @ts-expect-error
  await blog.articles.search({ sort: ['+title'] });
  // @ts-expect-error
  await blog.articles.search({ sort: 'title' });
  // @ts-expect-error
  await blog.articles.search({ offset: 5 });
  // @ts-expect-error
  await blog.articles.search({ page_size: 5 });
  // @ts-expect-error
  await blog.articles.search({ pageSize: '5' });
  // @ts-expect-error
  await blog.tags.search({ cursor: 'x' });
  // @ts-expect-error
  await blog.authors.search({ sort: ['password_hash'] });
  // @ts-expect-error
  const commentSort: CommentSort = 'body';
  // @ts-expect-error
  blog.articles.all({ cursor: 'x' });
  // @ts-expect-error
  for await (const item of blog.tags.all()) item.title;

  // Keys.
  await blog.tags.get(1);
  // @ts-expect-error
  await blog.tags.get('1');
  // @ts-expect-error
  await blog.articles.get(1);
  // @ts-expect-error
  await blog.articles.get();
  // @ts-expect-error
  await articles.get('x');

  // Bodies.
  const whole: ArticleCreateRequest = { slug: 's', title: 't', body: 'b', price: '1.00' };
  // @ts-expect-error
  await blog.articles.create({ slug: 's', title: 't', body: 'b' });
  // @ts-expect-error
  await blog.articles.create({ ...whole, status: 'deleted' });
  // @ts-expect-error
  await blog.articles.create({ ...whole, author_id: 'x' });
  // @ts-expect-error
  await blog.articles.create({ ...whole, subtitle: 1 });
  // @ts-expect-error
  await blog.articles.create({ ...whole, title: null });
  // @ts-expect-error
  await blog.articles.create({ ...whole, metadata: [] as (string[] & never[]) | 'x' });
  // @ts-expect-error
  await blog.articles.update('x', { status: 'published' });
  // @ts-expect-error
  await blog.articles.update('x', { published_at: new Date() });
  // @ts-expect-error
  await blog.articles.update({ title: 'x' });
  const change: ArticleUpdateRequest = {};
  // @ts-expect-error
  change.title = 'x';
  // @ts-expect-error
  await blog.comments.update('x', { body: 'x' });
  // @ts-expect-error
  await blog.articles.publish('x', { publishAt: null });
  // @ts-expect-error
  await blog.articles.archive('x');

  // Answers.
  const { data } = await blog.articles.get('x');
  const price: string = data.price;
  // @ts-expect-error
  const amount: number = data.price;
  // @ts-expect-error
  const subtitle: string = data.subtitle;
  // @ts-expect-error
  data.password;
  // @ts-expect-error
  data.title = 'x';
  // Its rows have no versions.
  // @ts-expect-error
  (await blog.tags.get(1)).etag;
  // @ts-expect-error
  await blog.tags.update(1, { name: 'x' }, { ifMatch: '*' });
  // @ts-expect-error
  const author: AuthorResource = data;
  const article: ArticleResource = data;
  const page = await blog.articles.search();
  // @ts-expect-error
  page.items[0]!.body;
  // @ts-expect-error
  page.total;
  // @ts-expect-error
  page.items.push(page.items[0]!);
  const counted = await blog.articles.countByStatus();
  // @ts-expect-error
  counted.deleted;
  const nothing: void = await blog.articles.delete('x');
  // @ts-expect-error
  (await blog.articles.delete('x')).data;
  // @ts-expect-error
  blog.then;
  void [commentSort, price, amount, subtitle, author, article, nothing, whole];
}

export function errors(error: articles.ArticleUpdateError): string | undefined {
  if (error.status === 422) return error.invalid[0]?.msg;
  if (error.code === 'unique') return error.fields[0];
  // @ts-expect-error
  if (error.fields === 'slug') return undefined;
  // @ts-expect-error
  if (error.status === 418) return undefined;
  if (isApiError(error, 404)) {
    // @ts-expect-error
    if (error.status === 403) return undefined;
  }
  return error.message;
}
