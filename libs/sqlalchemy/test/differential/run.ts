import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ModelReader } from '../../src/index.js';
import type { Comparison, Inspected } from './compare.js';
import { compare } from './compare.js';
import { pythonOf } from './packages.js';

const run = promisify(execFile);

export interface Project {
  /** Where its modules lie; for an installed package any folder. */
  readonly root: string;
  readonly environment: string;
  /** Modules to import: `package.*` is all of a package. */
  readonly modules: readonly string[];
}

interface Output {
  readonly models: readonly Inspected[];
  readonly failed: Readonly<Record<string, string>>;
  readonly broken: Readonly<Record<string, string>>;
  readonly configured: string | null;
}

/** Imports the modules in Python, reads the same ones here, and compares. */
export async function differential({ root, environment, modules }: Project): Promise<Comparison> {
  const { models, broken, configured, failed } = await inspect({ root, environment, modules });
  const tops = new Set(modules.map((name) => name.split('.', 1)[0]));
  const inspected = models.filter(({ module }) => tops.has(module.split('.', 1)[0]));
  if (inspected.length === 0) throw new Error(`no models were imported: ${JSON.stringify(failed)}`);
  if (configured !== null) throw new Error(`the mappers cannot be configured: ${configured}`);
  if (Object.keys(broken).length > 0) throw new Error(JSON.stringify(broken));
  const names = [...new Set(inspected.map(({ module }) => module))].sort();
  const reader = new ModelReader({ roots: [root], environment });
  reader.load(names);
  return compare(
    names.flatMap((name) => reader.module(name) ?? []),
    inspected,
  );
}

async function inspect({ root, environment, modules }: Project): Promise<Output> {
  const folder = await mkdtemp(join(tmpdir(), 'models-'));
  try {
    const out = join(folder, 'models.json');
    const script = join(import.meta.dirname, 'inspect_models.py');
    await run(pythonOf(environment), ['-B', script, out, ...modules], {
      cwd: folder,
      env: { ...process.env, PYTHONPATH: root, HOME: folder },
      maxBuffer: 64 << 20,
    });
    return JSON.parse(await readFile(out, 'utf8')) as Output;
  } finally {
    await rm(folder, { recursive: true });
  }
}
