import { didYouMean, text, unquoted, type ConfigPath } from '@rowhouse/core';

import { isRecord, isSaid } from '../config/rule.js';
import { isStorableText } from '../config/text.js';
import { takenByAction } from './action-signature.js';
import { isDotted, memberIn } from './dotted.js';
import { fieldListsOf } from './field-lists.js';
import { completeParameter } from './parameter.js';
import { known } from './known.js';
import type { Run } from './prepare.js';

/**
 * Completes what an action says beside the fields of its model: checks its function, and gives parameters
 * the type of the column that they are like.
 *
 * @param model the path of the resource's own model.
 */
export function completeAction(
  entry: unknown,
  model: string,
  run: Run,
  pathOf: (...rest: ConfigPath) => ConfigPath,
): unknown {
  if (!isRecord(entry)) return entry;
  const operation = run.surroundings.operations.find('resource', entry);
  const completed: Record<string, unknown> = {};
  const { fn } = entry;
  if (operation?.name === 'action' && checkFunction(fn, run, pathOf('fn'))) {
    const isPath = typeof fn === 'string' && isDotted(fn);
    const signature = isPath ? known(run.source.signature(fn)) : undefined;
    if (isPath && signature) {
      const hasRow = entry['on'] !== 'collection';
      const takes = isSaid(entry['takes'])
        ? undefined
        : takenByAction(fn, signature, hasRow, run, pathOf('fn'));
      if (takes !== undefined) completed['takes'] = takes;
      const { about } = signature;
      if (about && isStorableText(about) && entry['description'] === undefined) {
        completed['description'] = about;
      }
    }
  }
  for (const [key, { role }] of fieldListsOf(operation)) {
    const said = entry[key];
    if (role !== 'parameters' || !Array.isArray(said)) continue;
    completed[key] = said.map((parameter: unknown, index) =>
      completeParameter(parameter, model, run, pathOf(key, index)),
    );
  }
  return Object.keys(completed).length === 0 ? entry : { ...entry, ...completed };
}

/** Whether a function is there, as far as is known; one that its module does not have is reported. */
export function checkFunction(path: unknown, run: Run, place: ConfigPath): boolean {
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
