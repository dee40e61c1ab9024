import { resolve } from 'node:path';

import type { SourceFiles, Surroundings } from '@rowhouse/core';

import { isDotted, moduleIn } from '../models/dotted.js';
import { memberKeys } from '../models/member-keys.js';
import { ModelSource } from '../models/source.js';

/** The files that a config reads which has these values under `model`, `fn` and the like. */
export function filesOf(
  values: Readonly<Record<string, readonly string[]>>,
  surroundings: Surroundings,
): SourceFiles {
  const { model = [], models = [], like = [], class: classes = [] } = values;
  const { get_current_user_fn: users = [], current_user_type: types = [] } = values;
  const source = new ModelSource(model, models, surroundings, () => undefined);
  for (const path of [...model, ...like.map(moduleIn)]) {
    if (isDotted(path)) source.find(path);
  }
  for (const path of memberKeys.flatMap((key) => values[key] ?? [])) source.hasMember(path);
  for (const path of classes) source.refusedTypedDict(path);
  for (const type of [...types, ...users.flatMap((path) => source.returnType(path) ?? [])]) {
    if (isDotted(type)) source.attributes(type);
  }
  const { files, absent, folders, installable } = source;
  const wildcards = models.filter((pattern) => /[*?]/.test(pattern));
  const patterns = wildcards.map((pattern) => resolve(surroundings.directory, pattern));
  return { files, absent, folders, patterns, installable };
}
