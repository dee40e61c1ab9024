// Loads the built package and evaluates one file, in a fresh process: what a user waits for.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const started = process.cpuUsage();
const { evaluate } = await import('../../../libs/jsonnet/dist/index.js');
const loading = process.cpuUsage(started);
const load = (loading.user + loading.system) / 1000;

const [, , filename] = process.argv;
const source = readFileSync(filename, 'utf8');
const resolve = (specifier, importer) => {
  const path = join(dirname(importer), specifier);
  return existsSync(path) ? { path, contents: readFileSync(path) } : undefined;
};
const begun = process.cpuUsage();
const begin = performance.now();
evaluate(source, { filename, resolve });
const elapsed = performance.now() - begin;
const { user, system } = process.cpuUsage(begun);
const cpu = (user + system) / 1000;

const megabytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ load, elapsed, cpu, megabytes }));
