import { text, unquoted, type ConfigPath } from '@rowhouse/core';

import { isRecord } from '../config/rule.js';
import { isDotted, memberIn } from './dotted.js';
import { fieldListsOf } from './field-lists.js';
import type { Run } from './prepare.js';

/** Reports classes of an entry's fields with which the generated code could not be imported. */
export function checkClasses(
  entry: unknown,
  run: Run,
  pathOf: (...rest: ConfigPath) => ConfigPath,
): void {
  if (!isRecord(entry)) return;
  for (const [key] of fieldListsOf(run.surroundings.operations.find('resource', entry))) {
    const fields = entry[key];
    if (!Array.isArray(fields)) continue;
    fields.forEach((field: unknown, index) => {
      const path = isRecord(field) ? field['class'] : undefined;
      if (typeof path === 'string' && isDotted(path))
        checkClass(path, run, pathOf(key, index, 'class'));
    });
  }
}

function checkClass(path: string, { source, report }: Run, place: ConfigPath): void {
  if (source.hasMember(path) === false) {
    report(place, {
      code: 'unknown-class',
      found: path,
      message: text`${unquoted(source.fileOf(path))} has no ${memberIn(path)}`,
      fix: 'Correct the name of the class after the last dot.',
    });
    return;
  }
  const typedDict = source.refusedTypedDict(path);
  if (typedDict === undefined) return;
  const where = source.where(typedDict);
  report(place, {
    code: 'typed-dict',
    found: path,
    message: text`${unquoted(where)} is a TypedDict of 'typing', which Pydantic does not support before Python 3.12`,
    fix: 'Import TypedDict from typing_extensions, or create the virtual environment with a newer Python, such as 3.12.',
  });
}
