import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { generateTree, type Step } from '@rowhouse/core';
import { evaluate } from '@rowhouse/jsonnet';

import { peerEnvironment } from '../peer-environment.js';
import { benchConfig } from './config.js';
import { kilnConfig, runKiln, variedKilnConfig } from './kiln.js';
import { median, medianOf, runNode, type Usage } from './measure.js';
import { variedConfig } from './varied.js';

/**
 * What `codegen` takes, whole processes, beside what Node takes to start and the file system to write the
 * same files. The bars are those of a quiet machine with two cores; the ratios hold on any.
 */
const repository = resolve(import.meta.dirname, '../../..');
const tsc = join(repository, 'node_modules/typescript/bin/tsc');
/** Where kiln is, the peer that has a config much like ours. */
const kiln = await peerEnvironment({ variable: 'KILN', requirements: ['kiln-generator==0.6.1'] });
/** What a generator that everybody knows is asked for: JavaScript and types from one line. */
const anchor = ['--declaration', '--lib', 'es2022', '--typeRoots', 'none', 'anchor.ts'];
const directory = mkdtempSync(join(tmpdir(), 'bench-generate-'));
const codegen = join(directory, 'node_modules/@rowhouse/cli/bin/codegen.cjs');
let outputs = 0;
const variedText = JSON.stringify(variedConfig(1000), undefined, 2);
try {
  makeProject();
  const start = medianOf(7, () => runNode(['-e', '0'], directory));
  const compiler = medianOf(3, () => runNode([tsc, ...anchor], directory));
  const help = medianOf(7, () => runNode([codegen, '--help'], directory));
  const small = medianOf(7, () => generateFresh('10.jsonnet'));
  const large = medianOf(5, () => generateFresh('1000.jsonnet'));
  const [first, again, check, anew] = generateAgain('1000.jsonnet', 5);
  const [, smallAgain, smallCheck] = generateAgain('10.jsonnet', 7);
  const changed = generateChanged('1000.jsonnet', (run) => benchConfig(1000, `/run-${run}`), 5);
  const varied = medianOf(5, () => generateFresh('1000-varied.json'));
  const variedChanged = generateChanged(
    '1000-varied.json',
    (run) => variedText.replace(/max_length": \d+/, `max_length": ${1000 + run}`),
    5,
  );
  const json = medianOf(3, () => generateFresh('1000.json'));
  const huge = medianOf(1, () => generateFresh('4000.jsonnet'));
  const { render, write, files, bytes } = await measureInside();
  const peer = typeof kiln === 'string' ? measureKiln(kiln) : undefined;

  const megabytes = (bytes / 1e6).toFixed(1);
  table([
    ['node -e 0', start, ''],
    ['tsc, one line of TypeScript', compiler, ''],
    ['codegen --help', help, 'CPU under 150 ms'],
    ['10 resources, cold', small, 'wall under 300 ms'],
    ['  nothing changed', smallAgain, 'wall under 120 ms'],
    ['  nothing changed, --check', smallCheck, 'wall under 120 ms'],
    ['1,000 resources, cold', large, 'CPU under 1800 ms, under 250 MB'],
    ['  nothing changed, the first time', first, ''],
    ['  nothing changed', again, ''],
    ['  nothing changed, --check', check, ''],
    ['  nothing changed, --no-skip', anew, 'wall under 1000 ms'],
    ['  one resource changed', changed, ''],
    ['  written out as JSON, cold', json, ''],
    ['1,000 varied resources in JSON, cold', varied, ''],
    ['  one resource changed', variedChanged, ''],
    ['4,000 resources, cold', huge, ''],
    ...(peer
      ? ([
          ['kiln: --help', peer.help, ''],
          ['kiln: 10 resources', peer.small, ''],
          ['kiln: 1,000 resources', peer.large, ''],
          ['kiln: 1,000 varied resources', peer.varied, ''],
        ] as const)
      : []),
  ]);
  console.log(`
4,000 resources take ${ratio(huge.cpu, large.cpu)} the CPU of 1,000       (bar: 4.5×)
where nothing changed, 1,000 resources take ${ratio(again.cpu, large.cpu)} the CPU   (bar: 0.33×),
  with --check ${ratio(check.cpu, large.cpu)}, the first time ${ratio(first.cpu, large.cpu)}, with --no-skip ${ratio(anew.cpu, large.cpu)}
where one resource changed, they take ${ratio(changed.cpu, large.cpu)} the CPU, varied ones ${ratio(variedChanged.cpu, varied.cpu)} (bar: 0.10×)
codegen --help takes ${ratio(help.cpu, start.cpu)} the CPU of node -e 0   (bar: 1.60×)
1,000 resources take ${ratio(large.cpu, compiler.cpu)} the CPU of tsc for one line
render alone, warm, 200 resources: ${render.toFixed(0)} ms          (bar: 200 ms)
1,000 resources are ${files} files of ${megabytes} MB; writing them plainly takes ${write.toFixed(0)} ms,
  and generating them ${ratio(large.wall, write)} that`);
  if (peer) tellPeer(peer, { small, large, varied });
  else if (typeof kiln !== 'string') console.log(`kiln is not measured: ${kiln.missing}`);
} finally {
  rmSync(directory, { recursive: true });
}

function measureKiln(environment: string) {
  for (const resources of [10, 1000]) {
    writeFileSync(join(directory, `kiln-${resources}.jsonnet`), kilnConfig(resources));
  }
  writeFileSync(join(directory, 'kiln-1000-varied.json'), variedKilnConfig(1000));
  const run = (...args: readonly string[]) => runKiln(environment, args, directory);
  const generateWith = (config: string) =>
    run('generate', '--config', `kiln-${config}`, '--out', `kiln-${++outputs}`);
  const help = medianOf(7, () => run('--help'));
  const small = medianOf(7, () => generateWith('10.jsonnet'));
  const { files: smallFiles } = measureTree(`kiln-${outputs}`);
  const large = medianOf(3, () => generateWith('1000.jsonnet'));
  const written = measureTree(`kiln-${outputs}`);
  const varied = medianOf(3, () => generateWith('1000-varied.json'));
  return { help, small, large, varied, smallFiles, ...written };
}

/** The ratio, unless kiln did less than its work: each resource has as many files as any other. */
function tellPeer(
  peer: ReturnType<typeof measureKiln>,
  own: Readonly<Record<'small' | 'large' | 'varied', Usage>>,
): void {
  const { smallFiles, files, bytes } = peer;
  const perResource = (files - smallFiles) / 990;
  if (perResource < 1 || !Number.isInteger(perResource)) {
    console.log(`kiln did not write all files: ${smallFiles} of 10 resources, ${files} of 1,000`);
    return;
  }
  const compared = (size: keyof typeof own) => ratio(own[size].cpu, peer[size].cpu);
  console.log(`10 resources take ${compared('small')} the CPU of kiln         (bar: 0.80×)
1,000 resources take ${compared('large')} the CPU of kiln      (bar: 0.50×)
1,000 varied ones take ${compared('varied')} the CPU of kiln    (bar: 0.50×)
  which wrote ${files} files of ${(bytes / 1e6).toFixed(1)} MB, ${perResource} of each resource`);
}

function measureTree(output: string) {
  const entries = readdirSync(join(directory, output), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Our packages are copied, as an installation does: linked ones are looked through more closely. */
function installPackages(): void {
  const installed = join(directory, 'node_modules');
  mkdirSync(join(installed, '@rowhouse'), { recursive: true });
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (name.startsWith('.') || name === '@rowhouse') continue;
    symlinkSync(join(repository, 'node_modules', name), join(installed, name));
  }
  for (const name of readdirSync(join(repository, 'node_modules/@rowhouse'))) {
    const source = realpathSync(join(repository, 'node_modules/@rowhouse', name));
    cpSync(source, join(installed, '@rowhouse', name), { recursive: true });
  }
}

/** A project that has the workspace's packages installed. */
function makeProject(): void {
  const dependencies = { '@rowhouse/fastapi': '*' };
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ private: true, dependencies }));
  installPackages();
  writeFileSync(join(directory, 'anchor.ts'), 'export const one = 1;\n');
  for (const resources of [10, 200, 1000, 4000]) {
    writeFileSync(join(directory, `${resources}.jsonnet`), benchConfig(resources));
  }
  writeFileSync(join(directory, '1000-varied.json'), variedText);
  const { value } = evaluate(benchConfig(1000), { filename: '1000.jsonnet' });
  writeFileSync(join(directory, '1000.json'), JSON.stringify(value));
}

/**
 * Generates into a directory of its own. Nothing is deleted between runs: for seconds after a file is
 * gone, some file systems search long for a free place to put a new one.
 */
function generateFresh(config: string): Usage {
  return generate(config, `out-${++outputs}`);
}

function generate(config: string, output: string, ...flags: readonly string[]): Usage {
  return runNode([codegen, 'generate', '-c', config, '-o', output, ...flags], directory);
}

/**
 * What a run takes after one that did all: the first time, when the files are too young to be known by their times;
 * later; with `--check`; and without what the last run knew.
 */
function generateAgain(config: string, runs: number): readonly [Usage, Usage, Usage, Usage] {
  generateFresh(config);
  const output = `out-${outputs}`;
  const first = generate(config, output);
  sleepSync(2500);
  generate(config, output);
  return [
    first,
    medianOf(runs, () => generate(config, output)),
    medianOf(runs, () => generate(config, output, '--check')),
    medianOf(runs, () => generate(config, output, '--no-skip')),
  ];
}

/** What a run takes where one resource has changed since the last. */
function generateChanged(config: string, changed: (run: number) => string, runs: number): Usage {
  const file = join(directory, config);
  const before = readFileSync(file);
  const output = `out-${++outputs}`;
  generate(config, output);
  let run = 0;
  const usage = medianOf(runs, () => {
    sleepSync(2500);
    writeFileSync(file, changed(++run));
    return generate(config, output);
  });
  writeFileSync(file, before);
  return usage;
}

function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** What happens inside one warm process: rendering alone, and writing the same files plainly. */
async function measureInside() {
  const renders: number[] = [];
  for (let run = 0; run < 5; run++) renders.push(await renderTime('200.jsonnet'));
  const { tree } = await generateTree({ config: '1000.jsonnet', cwd: directory });
  const files = Object.entries(tree.toJSON()).filter((file): file is [string, string] =>
    Boolean(file[1]),
  );
  const writes = [1, 2, 3].map((run) => writePlainly(join(directory, `plain-${run}`), files));
  const bytes = files.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
  return { render: median(renders.slice(2)), write: median(writes), files: files.length, bytes };
}

async function renderTime(config: string): Promise<number> {
  const starts = new Map<Step, number>();
  const onStep = (step: Step, progress?: unknown) => {
    if (progress === undefined) starts.set(step, performance.now());
  };
  await generateTree({ config, cwd: directory, onStep });
  return performance.now() - starts.get('render')!;
}

function writePlainly(root: string, files: readonly (readonly [string, string])[]): number {
  const start = performance.now();
  const made = new Set<string>();
  for (const [path, text] of files) {
    const file = join(root, path);
    const parent = dirname(file);
    if (!made.has(parent)) {
      mkdirSync(parent, { recursive: true });
      made.add(parent);
    }
    writeFileSync(file, text);
  }
  return performance.now() - start;
}

function table(rows: readonly (readonly [name: string, usage: Usage, bar: string])[]): void {
  const line = (...cells: readonly string[]) => {
    const [name, ...rest] = cells;
    console.log(name!.padEnd(38), ...rest.map((cell) => cell.padStart(9)));
  };
  line('', 'wall ms', 'CPU ms', 'MB');
  for (const [name, { wall, cpu, memory }, bar] of rows) {
    line(name, wall.toFixed(0), cpu.toFixed(0), memory.toFixed(0), bar && `  ${bar}`);
  }
}

function ratio(ours: number, other: number): string {
  return `${(ours / other).toFixed(2)}×`;
}
