import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { CommandError, text, unquoted, type Surroundings } from '@rowhouse/core';
import { isIdentifier, isKeyword } from '@rowhouse/python';

import type { Resource } from '../config/project.js';
import { moduleIn } from '../models/dotted.js';
import { moduleFolders } from '../models/folders.js';
import type { Route } from '../outputs/index.js';

/** Where a module of the project goes. */
export interface ModulePlace {
  /** Absolute path of the folder that modules are named from. */
  readonly folder: string;
  /** POSIX path from there. */
  readonly file: string;
  readonly module: string;
}

/**
 * Where the handler of a route goes: into a module of its own beside that of the model, unless another is
 * asked for.
 *
 * @throws CommandError when it cannot go there.
 */
export function placeOf(
  to: string | undefined,
  { model }: Resource,
  { handler }: Route,
  { directory, root, display }: Surroundings,
): ModulePlace {
  const around = moduleIn(moduleIn(model));
  const module = to ?? (around === '' ? handler : `${around}.${handler}`);
  if (!module.split('.').every((part) => isIdentifier(part) && !isKeyword(part))) {
    const fix = text`Write one like ${'blog.overrides'}: names of Python with dots between.`;
    throw problem(text`${module} is not a Python module`, fix);
  }
  const path = module.replaceAll('.', '/');
  const folders = moduleFolders(directory, root);
  const models = moduleIn(model).replaceAll('.', '/');
  const folder =
    folders.find((each) => [`${models}.py`, models].some((end) => existsSync(join(each, end)))) ??
    directory;
  const target = join(folder, path);
  if (existsSync(target)) {
    throw problem(
      text`${unquoted(display(target))} already exists, and is never overwritten`,
      'Choose another module with --to.',
    );
  }
  if (!existsSync(dirname(target))) {
    const message = text`there is no folder ${unquoted(display(dirname(target)))}`;
    throw problem(message, 'Create it, or choose another module with --to.');
  }
  return { folder, file: `${path}.py`, module };
}

function problem(message: ReturnType<typeof text>, fix: string | ReturnType<typeof text>) {
  return new CommandError([{ code: 'cannot-eject', message, fix }]);
}
