import { join } from 'node:path';

import type { Tree } from '../devkit.js';
import { firstConfig, isUserError, subjects } from '@rowhouse/core';
import { evaluate } from '@rowhouse/jsonnet';

/** What a config may say of a model that is there, and what that leaves out. */
export interface FoundEntry {
  readonly entry: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

/** The models that a project has on the disk; none where no target can look for them. */
export async function foundModels(tree: Tree, root: string): Promise<readonly string[]> {
  try {
    return await subjects({ cwd: join(tree.root, root) });
  } catch (error) {
    if (isUserError(error)) return [];
    throw error;
  }
}

/** A first config of all of them, in a language of configs. */
export async function foundConfig(
  tree: Tree,
  root: string,
  format: 'jsonnet' | 'json',
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  const { text, notes } = await firstConfig(undefined, { cwd: join(tree.root, root) });
  if (format === 'jsonnet') return { text, notes };
  return { text: `${JSON.stringify(valueOf(text), null, 2)}\n`, notes };
}

/**
 * The entry of a model that was found.
 *
 * @throws Error for a model that no resource can have; it says why.
 */
export async function foundEntry(tree: Tree, root: string, model: string): Promise<FoundEntry> {
  const { text, notes } = await firstConfig(model, { cwd: join(tree.root, root) });
  const { operations, resources } = valueOf(text) as {
    readonly operations: readonly unknown[];
    readonly resources: readonly { readonly operations?: readonly unknown[] }[];
  };
  const [resource] = resources;
  if (!resource) throw new Error(notes.join('\n'));
  const { operations: own = operations, ...others } = resource;
  return { entry: { ...others, operations: own.map(nameFirst) }, notes };
}

function valueOf(text: string): unknown {
  return evaluate(text, { filename: 'codegen.config.jsonnet' }).value;
}

/** An evaluated object has its keys in alphabetical order. */
function nameFirst(operation: unknown): unknown {
  if (typeof operation !== 'object') return operation;
  const { name, ...options } = operation as Readonly<Record<string, unknown>>;
  return { name, ...options };
}
