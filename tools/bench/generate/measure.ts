import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What one process took. */
export interface Usage {
  /** From start to end, in milliseconds. */
  readonly wall: number;
  /** User and system time, in milliseconds. */
  readonly cpu: number;
  /** Most memory held at once, in megabytes. */
  readonly memory: number;
}

/** Writes at the end what a process took. One file for all: a run is like another only with the same preloads. */
const tellUsage = join(import.meta.dirname, 'tell-usage.cjs');

/** Runs Node with these arguments and returns what it took. Throws when it fails. */
export function runNode(args: readonly string[], cwd: string): Usage {
  const directory = mkdtempSync(join(tmpdir(), 'bench-usage-'));
  const usageFile = join(directory, 'usage.json');
  try {
    const start = performance.now();
    const command = ['--require', tellUsage, ...args];
    const env = { ...process.env, USAGE_FILE: usageFile };
    const { status, stderr } = spawnSync(process.execPath, command, { cwd, env, encoding: 'utf8' });
    const wall = performance.now() - start;
    if (status !== 0) throw new Error(`node ${args.join(' ')} failed: ${stderr}`);
    const usage = JSON.parse(readFileSync(usageFile, 'utf8')) as NodeJS.ResourceUsage;
    const cpu = (usage.userCPUTime + usage.systemCPUTime) / 1000;
    return { wall, cpu, memory: usage.maxRSS / 1024 };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The middle of several runs, each quantity by itself. */
export function medianOf(runs: number, run: () => Usage): Usage {
  const usages = Array.from({ length: runs }, run);
  return {
    wall: median(usages.map(({ wall }) => wall)),
    cpu: median(usages.map(({ cpu }) => cpu)),
    memory: median(usages.map(({ memory }) => memory)),
  };
}

export function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)]!;
}
