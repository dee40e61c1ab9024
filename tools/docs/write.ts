/**
 * Writes the pages of `docs/` that follow from the code: `npm run docs`. With `--check` it only
 * compares, and fails when one is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { configReference } from './config-reference.js';

const page = resolve(import.meta.dirname, '../../docs/config-reference.md');
const text = await configReference();

if (!process.argv.includes('--check')) {
  writeFileSync(page, text);
} else if (readFileSync(page, 'utf8') !== text) {
  console.error('error: docs/config-reference.md is stale. Run: npm run docs');
  process.exitCode = 1;
}
