import { didYouMean, text, unquoted, type ConfigPath } from '@rowhouse/core';

import { isSaid } from '../config/rule.js';
import { isStorableText } from '../config/text.js';
import { takenByAction } from './action-signature.js';
import { isDotted, memberIn } from './dotted.js';
import { listsIn, withOptions, type WrittenEntry } from './entry-operation.js';
import { completeParameter } from './parameter.js';
import { known } from './known.js';
import type { Reader, Run } from './prepare.js';

/**
 * Completes what an action says beside the fields of its model: checks its function, and gives parameters
 * the type of the column that they are like.
 *
 * @param model the path of the resource's own model.
 */
export function completeAction(entry: WrittenEntry, model: string, run: Run): WrittenEntry {
  const { object, operation, at } = entry;
  const completed: Record<string, unknown> = {};
  const { fn } = object;
  if (operation?.name === 'action' && checkFunction(fn, run, at('fn'))) {
    const isPath = typeof fn === 'string' && isDotted(fn);
    const signature = isPath ? known(run.source.signature(fn)) : undefined;
    if (isPath && signature) {
      const hasRow = object['on'] !== 'collection';
      const takes = isSaid(object['takes'])
        ? undefined
        : takenByAction(fn, signature, hasRow, run, at('fn'));
      if (takes !== undefined) completed['takes'] = takes;
      const { about } = signature;
      if (about && isStorableText(about) && object['description'] === undefined) {
        completed['description'] = about;
      }
    }
  }
  for (const { key, role, fields } of listsIn(entry)) {
    if (role !== 'parameters' || fields === undefined) continue;
    completed[key] = fields.map((parameter, index) =>
      completeParameter(parameter, model, run, at(key, index)),
    );
  }
  return withOptions(entry, completed);
}

/** Whether a function is there, as far as is known; one that its module does not have is reported. */
export function checkFunction(path: unknown, run: Reader, place: ConfigPath): boolean {
  if (typeof path !== 'string') return true;
  const functions = run.source.functionsWithout(path);
  if (functions === undefined) return true;
  const name = memberIn(path);
  const known = functions.length > 0 ? text`Its functions: ${functions}.` : 'It has no functions.';
  run.report(place, {
    code: 'unknown-function',
    found: path,
    message: text`${unquoted(run.source.fileOf(path))} has no function ${name}`,
    fix: didYouMean(name, functions) ?? known,
  });
  return false;
}
