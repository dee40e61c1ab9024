import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs the benchmarks, one after the other, or those that the arguments name. Each is a folder with
 * a `bench.ts`, prints its own table, and passes or fails on nothing: numbers are for people. They measure
 * the packages as they are built, which is what users install.
 */
const here = import.meta.dirname;
const all = readdirSync(here)
  .filter((name) => existsSync(join(here, name, 'bench.ts')))
  .sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`error: no benchmark '${unknown.join("', '")}'. There are: ${all.join(', ')}.`);
  process.exit(1);
}
for (const name of wanted.length > 0 ? wanted : all) {
  console.log(`\n# ${name}\n`);
  const args = ['--import', 'tsx', join(here, name, 'bench.ts')];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
