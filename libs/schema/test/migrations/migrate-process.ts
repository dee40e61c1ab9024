/**
 * A `schema migrate` in a process of its own, for tests that kill it: `migrate-process.ts URL
 * DIRECTORY`.
 */
import { migrate } from '../../src/migrations/index.js';

const [databaseUrl, directory] = process.argv.slice(2) as [string, string];
await migrate({
  databaseUrl,
  directory,
  onStart: (id) => process.stdout.write(`${id}\n`),
});
process.stdout.write('done\n');
