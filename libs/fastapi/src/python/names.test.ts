import { expect, test } from 'vitest';

import { pascalCase, pluralKebabCase, snakeCase } from './names.js';

test.each([
  ['Article', 'article', 'articles'],
  ['BlogPost', 'blog_post', 'blog-posts'],
  ['HTTPRoute', 'http_route', 'http-routes'],
  ['Category', 'category', 'categories'],
  ['Day', 'day', 'days'],
  ['Box', 'box', 'boxes'],
  ['Branch', 'branch', 'branches'],
  ['Person', 'person', 'people'],
  ['OAuth2Token', 'o_auth2_token', 'o-auth2-tokens'],
  ['News', 'news', 'news'],
  ['OpeningHours', 'opening_hours', 'opening-hours'],
  ['Address', 'address', 'addresses'],
  ['Status', 'status', 'statuses'],
  ['Lens', 'lens', 'lenses'],
])('%s is %s and %s', (model, snake, plural) => {
  expect(snakeCase(model)).toBe(snake);
  expect(pluralKebabCase(model)).toBe(plural);
});

test.each([
  ['publish', 'Publish'],
  ['publish_all', 'PublishAll'],
  ['publishAll', 'PublishAll'],
])('%s is %s in a class name', (name, pascal) => {
  expect(pascalCase(name)).toBe(pascal);
});
