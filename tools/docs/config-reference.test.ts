import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { configReference } from './config-reference.js';

test('the config reference is as the schemas are (npm run docs writes it)', async () => {
  const page = resolve(import.meta.dirname, '../../docs/config-reference.md');
  expect(readFileSync(page, 'utf8')).toBe(await configReference());
});
