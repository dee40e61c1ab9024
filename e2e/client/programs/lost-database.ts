/** What is left when the database is of no service: a 503, after as many attempts as the client makes. */
import assert from 'node:assert/strict';
import process from 'node:process';

import { createBlogClient, isApiError } from './generated/index.js';

let requests = 0;
const blog = createBlogClient({
  baseUrl: process.env['API']!,
  retries: 1,
  interceptors: [
    async (request, next) => {
      requests += 1;
      return next(request);
    },
  ],
});
try {
  await blog.tags.search();
  assert.fail('expected an error');
} catch (error) {
  assert(isApiError(error, 503), String(error));
  assert.equal(typeof error.body?.detail, 'string');
}
assert.equal(requests, 2);
try {
  await blog.tags.create({ name: 'x' });
  assert.fail('expected an error');
} catch (error) {
  assert(isApiError(error, 503), String(error));
}
assert.equal(requests, 3);
console.log('done');
