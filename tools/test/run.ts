import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';

import { parseCLI, startVitest, type TestModule } from 'vitest/node';

import { checks, mutants, type Check } from './checks.js';
import { countTests } from './count.js';
import { Unfinished } from './unfinished.js';

/**
 * The tests, in three tiers, and two ways for a developer who knows what to run:
 *
 *   npm test                 types, lint, unit tests, the main end-to-end path
 *   npm test -- --all        what must pass before a change lands
 *   npm test -- --nightly    what is too long for that: `*.nightly.test.ts`, and a sample of the mutants
 *   npm test -- --mutants    generated projects and the runtime broken in every way, against their own tests
 *   npm test -- <arguments>  what vitest makes of them: folders, files, --project unit
 *
 * Closes with `N passed, N failed`; a check counts as a test.
 */
const root = resolve(import.meta.dirname, '../..');
const args = process.argv.slice(2);
const everything = args.includes('--all');
const nightly = args.includes('--nightly');
const chosen = args.filter((arg) => arg !== '--all' && arg !== '--nightly');

// npm waits five minutes for a registry that stops answering; tests that install something run many npm commands.
process.env['npm_config_fetch_timeout'] ??= '60000';

let passed = 0;
let failed = 0;
/** The checks among them, to be named once more behind all output of the tests. */
const failedChecks: string[] = [];
if (args.includes('--mutants')) {
  const rest = args.filter((arg) => arg !== '--mutants');
  await runChecks([{ name: 'mutants', command: [...mutants, ...rest], tier: 'nightly' }]);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}
if (chosen.length === 0) {
  const tiers = nightly ? ['nightly'] : everything ? ['everyday', 'all'] : ['everyday'];
  await runChecks(checks.filter(({ tier }) => tiers.includes(tier)));
}
await runTests();
if (chosen.length === 0 && !everything && !nightly) {
  const names = checks.filter(({ tier }) => tier === 'all').map(({ name }) => name);
  console.log(`\nLeft out: ${names.join('; ')}; all but the main end-to-end tests.`);
  console.log('`npm test -- --all` runs them.');
}
for (const line of failedChecks) console.error(line);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Each takes one core, so as many at a time as there are. One alone prints as it goes, each of several when it has ended. */
async function runChecks(wanted: readonly Check[]): Promise<void> {
  const left = [...wanted];
  const isAlone = wanted.length === 1;
  const worker = async () => {
    for (let check = left.shift(); check !== undefined; check = left.shift()) {
      await runCheck(check, isAlone);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

async function runCheck({ name, command }: Check, isAlone: boolean): Promise<void> {
  const title = `\n== ${name}`;
  if (isAlone) console.log(title);
  const start = performance.now();
  const [program, ...rest] = command;
  const output: Buffer[] = [];
  const code = await new Promise<number>((done) => {
    const child = spawn(process.execPath, [join(root, program!), ...rest], {
      cwd: root,
      stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      // Not the daemon of another checkout, nor one that outlives this run.
      env: { ...process.env, NX_DAEMON: 'false' },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (data: Buffer) => output.push(data));
    }
    child.once('close', (status) => {
      done(status ?? 1);
    });
  });
  if (!isAlone) console.log(title);
  process.stdout.write(Buffer.concat(output));
  console.log(`${((performance.now() - start) / 1000).toFixed(0)} s`);
  if (code === 0) passed++;
  else {
    failed++;
    failedChecks.push(`failed: ${name} (${command.join(' ')})`);
    console.error(failedChecks.at(-1));
  }
}

async function runTests(): Promise<void> {
  const { filter, options } = parseCLI(['vitest', 'run', ...chosen]);
  const vitest = await startVitest('test', filter, {
    ...options,
    // The files of `main` are in `e2e` as well.
    project: options.project ?? projects(),
    run: true,
    watch: false,
    // vitest leaves a core free, which of two is half of them.
    maxWorkers: availableParallelism(),
    // One line a test file as it ends; failures whole at the end.
    reporters: ['default', new Unfinished()],
  });
  const modules = vitest.state.getTestModules();
  const tests = countTests(modules, options.testNamePattern !== undefined);
  for (const name of tests.skipped) console.error(`failed, as it did not run: ${name}`);
  // What all tests need did not start, or there is no such file.
  if (tests.passed + tests.failed === 0) {
    failed++;
    failedChecks.push('failed: no test ran');
  }
  passed += tests.passed;
  failed += tests.failed + vitest.state.getUnhandledErrors().length;
  if (everything || nightly) tellSlowest(modules);
  await vitest.close();
}

function projects(): string[] {
  if (nightly) return ['nightly'];
  if (chosen.length > 0) return ['unit', 'e2e', 'nightly'];
  return ['unit', everything ? 'e2e' : 'main'];
}

/** Where the time of a long run goes. */
function tellSlowest(modules: readonly TestModule[]): void {
  const files = modules.map((module) => ({
    name: module.relativeModuleId,
    seconds: module.diagnostic().duration / 1000,
  }));
  files.sort((left, right) => right.seconds - left.seconds);
  const most = files.slice(0, 30);
  console.log(`\nThe ${most.length} slowest files, in seconds:`);
  for (const { name, seconds } of most) console.log(seconds.toFixed(0).padStart(6), name);
}
