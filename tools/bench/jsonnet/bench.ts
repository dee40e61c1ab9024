/**
 * What the Jsonnet evaluator takes, each run in a fresh process on the built package: seconds of one
 * evaluation, its CPU seconds (V8 optimises and collects on other threads meanwhile), CPU
 * milliseconds of loading, and the peak of memory. The bars are of a quiet machine. With ROWHOUSE_BENCH_REFERENCE=1 the C++ command `jsonnet` runs the same inputs, which
 * takes minutes.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Weight } from './inputs.js';
import { writeInputs } from './inputs.js';

interface Measured {
  readonly load: number;
  readonly elapsed: number;
  readonly cpu: number;
  readonly megabytes: number;
}

const CASES: readonly (readonly [Weight, number, number | undefined])[] = [
  ['light', 1000, 0.07],
  ['light', 5000, undefined],
  ['heavy', 1000, 0.28],
  ['heavy', 5000, 1.4],
];
const REPEATS = 5;
const REFERENCE_TIMEOUT = 300_000;

const withReference = process.env.ROWHOUSE_BENCH_REFERENCE === '1';
const folder = mkdtempSync(join(tmpdir(), 'rowhouse-bench-'));
try {
  console.log('case          seconds (bar)     CPU s     load ms   peak MB   C++ command');
  for (const [weight, count, bar] of CASES) {
    const path = writeInputs(join(folder, `${weight}-${count}`), weight, count);
    const runs = Array.from({ length: REPEATS }, () => measure(path));
    const best = Math.min(...runs.map((run) => run.elapsed));
    const cpu = Math.min(...runs.map((run) => run.cpu));
    const load = Math.min(...runs.map((run) => run.load));
    const peak = Math.max(...runs.map((run) => run.megabytes));
    const shown = `${(best / 1000).toFixed(3)} (${bar ?? '-'})`;
    console.log(
      `${`${weight} ${count}`.padEnd(14)}${shown.padEnd(18)}${(cpu / 1000).toFixed(3).padEnd(10)}` +
        `${load.toFixed(1).padEnd(10)}${peak.toFixed(0).padEnd(10)}${withReference ? reference(path) : 'not run'}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}

function measure(path: string): Measured {
  const script = new URL('./measure.mjs', import.meta.url);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script.pathname, path], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Measured;
}

function reference(path: string): string {
  const start = performance.now();
  const { error, status } = spawnSync('jsonnet', ['-s', '2000', path], {
    stdio: 'ignore',
    timeout: REFERENCE_TIMEOUT,
  });
  if (error) return error.message;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  return status === 0 ? `${seconds} s` : `failed after ${seconds} s`;
}
