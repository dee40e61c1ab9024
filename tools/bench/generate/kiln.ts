import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { benchConfig } from './config.js';
import type { Usage } from './measure.js';
import { variedConfig, type Field, type Resource } from './varied.js';

/** Runs kiln's command inside its own interpreter, which says at the end what it took. */
const measured = `
import atexit, json, resource, runpy, sys

usage_file, *sys.argv = sys.argv[1:]

def tell():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    with open(usage_file, "w") as file:
        json.dump([usage.ru_utime + usage.ru_stime, usage.ru_maxrss], file)

atexit.register(tell)
runpy.run_path(sys.argv[0], run_name="__main__")
`;

/**
 * What kiln takes, the Python generator that has a config much like ours.
 *
 * @param environment a Python environment with `kiln-generator` installed.
 */
export function runKiln(environment: string, args: readonly string[], cwd: string): Usage {
  const directory = mkdtempSync(join(tmpdir(), 'bench-kiln-'));
  try {
    const script = join(directory, 'measured.py');
    const usageFile = join(directory, 'usage.json');
    writeFileSync(script, measured);
    const command = [script, usageFile, join(environment, 'bin/foundry'), ...args];
    const start = performance.now();
    const { status, stderr } = spawnSync(join(environment, 'bin/python'), command, {
      cwd,
      encoding: 'utf8',
    });
    const wall = performance.now() - start;
    if (status !== 0) throw new Error(`foundry ${args.join(' ')} failed: ${stderr}`);
    const [seconds, kilobytes] = JSON.parse(readFileSync(usageFile, 'utf8')) as [number, number];
    return { wall, cpu: seconds * 1000, memory: kilobytes / 1024 };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The benchmark's config as far as kiln knows it: fewer types, no constraints and defaults. */
export function kilnConfig(resources: number): string {
  return benchConfig(resources)
    .replace(/(type: '\w+'), [^}]* \}/g, '$1 }')
    .replace("type: 'decimal'", "type: 'float'")
    .replace("'delete',", "{ name: 'delete' },")
    .replace("module: 'app',", "module: 'app',\n  databases: [{ key: 'primary', default: true }],");
}

/** The varied config as far as kiln knows it. */
export function variedKilnConfig(resources: number): string {
  const config = variedConfig(resources);
  const databases = [{ key: 'primary', default: true }];
  const withoutConstraints = ({ name, type }: Field) => ({ name, type });
  const asKilnKnowsIt = (resource: Resource) => ({
    ...resource,
    operations: resource.operations.map(({ fields, ...entry }) => ({
      ...entry,
      ...(fields && { fields: fields.map(withoutConstraints) }),
    })),
  });
  const known = config.resources.map(asKilnKnowsIt);
  return JSON.stringify({ ...config, databases, resources: known }, undefined, 2);
}
