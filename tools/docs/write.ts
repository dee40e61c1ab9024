/** Writes the lists that follow from the code: `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { writtenFiles } from './written.js';

for (const { path, text } of await writtenFiles()) {
  writeFileSync(resolve(import.meta.dirname, '../..', path), text);
}
