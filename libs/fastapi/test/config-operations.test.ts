import { describe } from 'vitest';

import { findEach, type Case } from './config-cases.js';
import { blog, id, title } from './support.js';

const get = { name: 'get', fields: [id, title] };
const field = (spec: object) => blog({ operations: [{ name: 'get', fields: [spec] }] });
const list = (options: object) =>
  blog({ operations: [get, { name: 'list', fields: [id, title], ...options }] });
const action = (entry: object, ...others: unknown[]) =>
  blog({ operations: [get, ...others, { fn: 'blog.actions.run', ...entry }] });

const upsertBy = (name: string) => {
  const fields = [
    title,
    { name: 'note', type: 'str', nullable: true },
    { name: 'body', type: 'str' },
  ];
  return blog({ operations: [get, { name: 'upsert', by: [name], fields }] });
};

const inField = 'resources[0].operations[0].fields[0]';
const inList = 'resources[0].operations[1]';

const fields: readonly Case[] = [
  [
    'a keyword',
    field({ name: 'class', type: 'str' }),
    `${inField}.name: found 'class': a Python keyword cannot be a name (If the JSON key is not a Python name, put it into the field's 'alias'.)`,
  ],
  [
    'an attribute of every model',
    field({ name: 'metadata', type: 'json' }),
    `${inField}.name: found 'metadata': every SQLAlchemy model has an attribute of that name (Name the model's attribute 'metadata_' and write {name: 'metadata_', alias: 'metadata', ...}.)`,
  ],
  [
    'an attribute of every schema',
    field({ name: 'model_dump', type: 'str' }),
    `${inField}.name: found 'model_dump': every Pydantic model has an attribute of that name (Name the model's attribute 'model_dump_' and write {name: 'model_dump_', alias: 'model_dump', ...}.)`,
  ],
  [
    'a parameter of every constructor',
    field({ name: 'self', type: 'str' }),
    `${inField}.name: found 'self': every model's constructor has a parameter of that name (Name the model's attribute 'self_' and write {name: 'self_', alias: 'self', ...}.)`,
  ],
  [
    'a leading underscore',
    field({ name: '_secret', type: 'str' }),
    `${inField}.name: found '_secret': Pydantic treats a name with a leading underscore as a private attribute (Name the model's attribute 'secret'; to keep the JSON key, add alias: '_secret'.)`,
  ],
  [
    'a letter that Python would normalise',
    field({ name: 'ﬁeld', type: 'str' }),
    `${inField}.name: found 'ﬁeld': expected a Python name: ASCII letters, digits and _, not beginning with a digit (If the JSON key is not a Python name, put it into the field's 'alias'.)`,
  ],
  [
    'a time zone of a date',
    field({ name: 'a', type: 'date', timezone: false }),
    `${inField}.timezone: only 'datetime' fields have a time zone, not 'date'`,
  ],
  [
    'a default with a time zone where there is none',
    field({ name: 'a', type: 'datetime', timezone: false, default: '2030-01-31T12:00:00Z' }),
    `${inField}.default: found '2030-01-31T12:00:00Z', expected a date and time without an offset, such as "2030-01-31T12:00:00"`,
  ],
  [
    'an example of another type',
    field({ name: 'a', type: 'date', example: 'soon' }),
    `${inField}.example: found 'soon', expected a date such as "2030-01-31"`,
  ],
  [
    'an example that breaks a constraint',
    field({ name: 'a', type: 'str', pattern: '^[a-z]+$', example: 'A B' }),
    `${inField}.example: found 'A B', expected a match of the pattern '^[a-z]+$'`,
  ],
  [
    'an example of an enum that is none of its values',
    field({ name: 'a', type: 'str', enum: ['news', 'essay'], example: 'poem' }),
    `${inField}.example: found 'poem', expected one of 'news', 'essay'`,
  ],
  [
    'an example of the key of a collection',
    action({ name: 'run', on: 'collection', pk_example: '1' }),
    `${inList}.pk_example: a collection has no key (Remove it.)`,
  ],
  [
    'a length of a number',
    field({ name: 'a', type: 'int', max_length: 3 }),
    `${inField}.max_length: a field of type 'int' has no length`,
  ],
  [
    'a bound of a text',
    field({ name: 'a', type: 'str', ge: 3 }),
    `${inField}.ge: only numbers can have a minimum or a maximum, not 'str'`,
  ],
  [
    'bounds that nothing fits',
    field({ name: 'a', type: 'int', gt: 3, le: 3 }),
    `${inField}: no value is between 3 and 3`,
  ],
  [
    'a pattern that does not parse',
    field({ name: 'a', type: 'str', pattern: '(' }),
    `${inField}.pattern: found '(': not a regular expression (Unterminated group)`,
  ],
  [
    'a pattern with look-around',
    field({ name: 'a', type: 'str', pattern: '^(?=a)' }),
    `${inField}.pattern: found '^(?=a)': Pydantic does not support lookaround`,
  ],
  [
    'a pattern with a back-reference',
    field({ name: 'a', type: 'str', pattern: '(a)\\1' }),
    `${inField}.pattern: found "(a)\\\\1": Pydantic does not support backreferences`,
  ],
  [
    'an enum of the wrong type',
    field({ name: 'a', type: 'int', enum: [1, 'b'] }),
    `${inField}.enum[1]: found 'b', expected a whole number, as the field is of type 'int'`,
  ],
  [
    'a value twice',
    field({ name: 'a', type: 'str', enum: ['b', 'b'] }),
    `${inField}.enum[1]: 'b' is listed twice: the first is ${inField}.enum[0]`,
  ],
  [
    'a default of null',
    field({ name: 'a', type: 'str', default: null }),
    `${inField}.default: found null: the field is not nullable`,
  ],
  [
    'a default of another type',
    field({ name: 'a', type: 'date', default: '2023-02-29' }),
    `${inField}.default: found '2023-02-29', expected a date such as "2030-01-31"`,
  ],
  [
    'a default out of bounds',
    field({ name: 'a', type: 'int', le: 3, default: 4 }),
    `${inField}.default: found 4, expected at most le, 3`,
  ],
  [
    'half a surrogate pair',
    field({ name: 'a', type: 'str', description: 'b\ud800' }),
    `${inField}.description: found "b\\ud800": a NUL character or a lone surrogate cannot be stored or sent`,
  ],
  [
    'two of one JSON key',
    blog({ operations: [{ name: 'get', fields: [id, { ...title, alias: 'id' }] }] }),
    "resources[0].operations[0].fields[1].alias: a second field with the JSON key 'id': the first is resources[0].operations[0].fields[0]",
  ],
];

const operations: readonly Case[] = [
  [
    'get without fields',
    { ...blog({ operations: ['get'] }), models: false },
    "models: found false: no model is read, but resources[0].operations[0] would get fields or types from one (Write each field as { name: 'title', type: 'str' }, or remove 'models'.)",
  ],
  [
    'an unknown filter field',
    list({ filters: { fields: ['titel'] } }),
    `${inList}.filters.fields[0]: 'titel' is not one of the operation's fields: id, title (Did you mean 'title'? Add it to 'fields', or write { name: 'titel', type: 'str' } to name it without showing it.)`,
  ],
  [
    'a sort by what has no order',
    list({ fields: [id, { name: 'a', type: 'json' }], ordering: { fields: ['a'] } }),
    `${inList}.ordering.fields[0]: 'a' is a json, which has no order`,
  ],
  [
    'sort fields that differ by case',
    list({
      fields: [title, { name: 'Title', type: 'str' }],
      ordering: { fields: ['title', 'Title'] },
    }),
    `${inList}.ordering.fields[1]: 'Title' and 'title' both become TITLE in the enum of sort fields (Remove one of them.)`,
  ],
  [
    'an unknown default sort',
    list({ ordering: { fields: ['title'], default: 'nope' } }),
    `${inList}.ordering.default: 'nope' is not one of the operation's fields, or the key: id, title (Add it to 'fields', or write { name: 'nope', type: 'str' } to name it without showing it.)`,
  ],
  [
    'an unknown cursor field',
    list({ pagination: { mode: 'keyset', cursor_field: 'nope' } }),
    `${inList}.pagination.cursor_field: 'nope' is not one of the operation's fields, or the key: id, title (Add it to 'fields', or write { name: 'nope', type: 'str' } to name it without showing it.)`,
  ],
  [
    'a page larger than the largest',
    list({ pagination: { mode: 'offset', default_page_size: 200 } }),
    `${inList}.pagination.default_page_size: found 200, expected at most max_page_size, 100`,
  ],
  [
    'a cursor for offset pages',
    list({ pagination: { mode: 'offset', cursor_field: 'id' } }),
    `${inList}.pagination.cursor_field: offset pages have no cursor (Remove it, or use mode 'keyset'.)`,
  ],
  [
    'an action in the way of list',
    action({ name: 'search', on: 'collection' }, { name: 'list', fields: [id] }),
    "resources[0].operations[2]: operation 'list' (resource Article) and action 'search' (resource Article) both define POST /articles/search: the first is resources[0].operations[1] (Rename one of the two.)",
  ],
  [
    'an action with a name that is no name',
    action({ name: 'mark-read' }),
    "resources[0].operations[1].name: found 'mark-read': expected a Python name: ASCII letters, digits and _, not beginning with a digit",
  ],
  [
    'an upsert by what is no field',
    upsertBy('slug'),
    "resources[0].operations[1].by[0]: found 'slug', expected one of the operation's fields (Add 'slug' to 'fields'.)",
  ],
  [
    'an upsert by a field that can be null',
    upsertBy('note'),
    "resources[0].operations[1].by[0]: found 'note': a key in a path is never null, and of type uuid, str, int, datetime, date (Name another unique key.)",
  ],
  [
    'an upsert by a parameter of its function',
    upsertBy('body'),
    "resources[0].operations[1].by[0]: found 'body': the function of the route has a parameter of that name (Name another unique key.)",
  ],
  [
    'a function without a module',
    action({ name: 'publish', fn: 'publish' }),
    "resources[0].operations[1].fn: found 'publish': expected a dotted path, such as 'blog.actions.publish'",
  ],
  [
    'an action whose schema another operation has',
    action({ name: 'create', params: [title] }, { name: 'create', fields: [title] }),
    "resources[0].operations[2]: operation 'create' (resource Article) and action 'create' (resource Article) both define 'ArticleCreateRequest' in blog/schemas/article.py: the first is resources[0].operations[1] (Rename one of the two.)",
  ],
  [
    'two actions whose schemas have one name',
    action(
      { name: 'markRead', params: [title] },
      { name: 'mark_read', fn: 'a.b', params: [title] },
    ),
    "resources[0].operations[2]: action 'mark_read' (resource Article) and action 'markRead' (resource Article) both define 'ArticleMarkReadRequest' in blog/schemas/article.py: the first is resources[0].operations[1] (Rename one of the two.)",
  ],
];

describe('in a field', () => {
  findEach(fields);
});

describe('in operations', () => {
  findEach(operations);
});
