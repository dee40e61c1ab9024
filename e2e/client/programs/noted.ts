/** Notes what the API answers, for the test that compares it with what the client documents. */
import { appendFileSync } from 'node:fs';

import type { Interceptor } from './generated/index.js';

export const noted: Interceptor = async (request, next) => {
  const response = await next(request);
  const { pathname } = new URL(request.url);
  appendFileSync('answers.txt', `${request.method} ${pathname} ${response.status}\n`);
  return response;
};
