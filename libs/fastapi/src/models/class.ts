import { text, unquoted, type ConfigPath } from '@rowhouse/core';

import { isRecord } from '../config/rule.js';
import { isDotted, memberIn } from './dotted.js';
import { listsIn, type WrittenEntry } from './entry-operation.js';
import type { Run } from './prepare.js';

/** Reports classes of an entry's fields with which the generated code could not be imported. */
export function checkClasses(entry: WrittenEntry, run: Run): void {
  for (const { key, fields = [] } of listsIn(entry)) {
    fields.forEach((field, index) => {
      const path = isRecord(field) ? field['class'] : undefined;
      if (typeof path === 'string' && isDotted(path)) {
        checkClass(path, run, entry.at(key, index, 'class'));
      }
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
