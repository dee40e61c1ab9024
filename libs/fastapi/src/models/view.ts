import { formatPath, text, unquoted, type AnyOperation } from '@rowhouse/core';

import { offeredBy } from '../sources/first-resource.js';
import { listsIn, type WrittenEntry } from './entry-operation.js';
import { known } from './known.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

/** Whether an operation writes rows, and no entry of it only reads them, as an action may. */
export function isWriting({ scopes = [] }: AnyOperation): boolean {
  if (scopes.includes('INSERT')) return true;
  return scopes.length > 0 && !scopes.includes('_SELECT') && !scopes.includes('_LIST');
}

/** Whether a model is mapped to a view, which most likely only reads. */
export function isView({ facts }: Pick<Model, 'facts'>): boolean {
  return known(facts.view) === true;
}

/**
 * Reports an operation that would write to a view though nothing says that somebody means it. One that says
 * its fields, or is an object, stands with a note: PostgreSQL writes through some views, and triggers do.
 */
export function checkView(
  entry: WrittenEntry,
  operation: AnyOperation,
  model: Model,
  run: Run,
): void {
  if (!isWriting(operation) || !isView(model)) return;
  const { facts } = model;
  const { name } = operation;
  const where = run.source.where(facts.at);
  const lists = listsIn(entry);
  if (typeof entry.said === 'string' || lists.some(({ isLeft }) => isLeft)) {
    const reading = offeredBy(run.surroundings.operations).filter((each) => !isWriting(each));
    run.report(entry.at(), {
      code: 'write-to-view',
      found: entry.object['name'],
      message: text`${unquoted(facts.name)} is a view (${unquoted(where)})`,
      fix: text`Use only the operations ${reading.map((each) => each.name)}. If PostgreSQL can write through the view, write ${unquoted(lists.length === 0 ? `{ name: '${name}' }` : `the fields of its ${name}`)}.`,
    });
    return;
  }
  run.source.note(
    `${formatPath(entry.at())}: ${facts.name} is a view (${where}): '${name}' only works if PostgreSQL, or a trigger, writes through it`,
  );
}
