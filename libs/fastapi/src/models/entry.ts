import { mapColumns } from '../config/column.js';
import { isRecord, isSaid } from '../config/rule.js';
import { completeColumns } from './columns.js';
import { checkConstructor } from './constructor.js';
import { listsIn, withOptions, type NamedEntry, type WrittenEntry } from './entry-operation.js';
import { completeField } from './field.js';
import { checkSupported, unlockableModels } from './not-supported.js';
import type { Run } from './prepare.js';
import { ADD, checkRequired, GIVE_A_DEFAULT } from './required.js';
import { isUnlocked, locksRow } from './row-locks.js';
import type { Model } from './source.js';
import { takenFields } from './taken.js';
import { checkVersionCounter } from './version-counter.js';
import { completeUpsert } from './upsert.js';
import { checkView } from './view.js';

/** Completes an entry of a resource's `operations`: its lists of fields, or those it leaves out; not an action's parameters. */
export function completeEntry(entry: WrittenEntry, model: Model, run: Run): WrittenEntry {
  const { object, operation, at } = entry;
  if (operation === undefined) return entry;
  const lists = listsIn(entry).filter(({ role }) => role !== 'parameters');
  checkView(entry, operation, model, run);
  checkVersionCounter(entry, operation, model, run);
  if (locksRow(operation) && !isUnlocked(object, operation)) {
    checkSupported(unlockableModels, model.facts, run, at(), { found: object['name'] });
  }
  const hasHook = ['before', 'handler'].some((key) => isSaid(object[key]));
  const completed: Record<string, unknown> = {};
  for (const { key, role, fields, isLeft } of lists) {
    const place = isLeft ? at() : at(key);
    const complete = isLeft
      ? takenFields(role, model, run, place)
      : fields?.map((field, index) => completeField(field, role, model, run, at(key, index)));
    if (complete === undefined) continue;
    completed[key] = complete;
    if (role !== 'create') continue;
    // What is left takes every column that it may: what it lacks is a time stamp, or a column for searches.
    checkRequired(fields ?? complete, model, run, place, isLeft ? GIVE_A_DEFAULT : ADD, hasHook);
    checkConstructor(complete, model, run, place, hasHook);
  }
  if (operation.name === 'upsert') {
    Object.assign(completed, completeUpsert(object, model, run, at));
  }
  const whole = withOptions(entry, completed);
  const columns = completeColumns(whole.object, operation, model, run, at);
  return columns === whole.object ? whole : { ...whole, said: columns, object: columns };
}

/** Whether an entry leaves something to the model, so that by itself it is not complete. */
export function leavesToModel(entry: NamedEntry): boolean {
  return listsIn(entry).some(
    ({ role, fields = [], isLeft }) =>
      isLeft ||
      fields.some((field) => {
        // A parameter says itself which column it is like.
        if (typeof field === 'string') return role !== 'parameters';
        const isUntyped = isRecord(field) && !isSaid(field['type']);
        return isUntyped && (role !== 'parameters' || isSaid(field['like']));
      }),
  );
}

const someField = { name: 'unknown', type: 'str' };

/**
 * What stands for an entry whose model is not known, which is told of by itself: only fields that say
 * their type, and no names of columns, so that the schema tells of nothing that follows from it.
 */
export function standIn<Entry extends NamedEntry>(entry: Entry): Entry {
  const { object, operation } = entry;
  if (operation === undefined) return entry;
  const changed: Record<string, unknown> = {};
  for (const { key, role, fields, isLeft } of listsIn(entry)) {
    if (fields === undefined && !isLeft) continue;
    const typed = (fields ?? []).filter((field) => isRecord(field) && isSaid(field['type']));
    changed[key] = typed.length === 0 && role !== 'parameters' ? [someField] : typed;
  }
  // Each by a name of its own, so that none is listed twice.
  const said = mapColumns({ ...object, ...changed }, operation.options, ({ path }) => ({
    ...someField,
    name: path.join('_'),
  }));
  return { ...entry, said, object: said };
}
