import type { ConfigPath, Surroundings } from '@rowhouse/core';

import { mapColumns } from '../config/column.js';
import { isRecord, isSaid } from '../config/rule.js';
import { completeColumns } from './columns.js';
import { checkConstructor } from './constructor.js';
import { namedEntry } from './entry-operation.js';
import { completeField } from './field.js';
import { fieldListsOf } from './field-lists.js';
import { checkSupported, unlockableModels } from './not-supported.js';
import type { Run } from './prepare.js';
import { ADD, checkRequired, GIVE_A_DEFAULT } from './required.js';
import { isUnlocked, locksRow, nameIn } from './row-locks.js';
import type { Model } from './source.js';
import { takenFields } from './taken.js';
import { checkVersionCounter } from './version-counter.js';
import { completeUpsert } from './upsert.js';
import { checkView } from './view.js';

type PathOf = (...rest: ConfigPath) => ConfigPath;

/** Completes an entry of a resource's `operations`: its lists of fields, or those it leaves out; not an action's parameters. */
export function completeEntry(entry: unknown, model: Model, run: Run, pathOf: PathOf): unknown {
  const { object, operation } = namedEntry(entry, run.surroundings) ?? {};
  if (object === undefined || operation === undefined) return entry;
  const lists = fieldListsOf(operation);
  const isPlain =
    typeof entry === 'string' ||
    lists.some(([key, { fromModel }]) => fromModel === true && !isSaid(object[key]));
  checkView(entry, { operation, isPlain }, model, run, pathOf());
  checkVersionCounter(entry, operation, model, run, pathOf());
  if (locksRow(operation) && !isUnlocked(object, operation)) {
    const found = nameIn(entry, operation);
    checkSupported(unlockableModels, model.facts, run, pathOf(), { found });
  }
  const hasHook = ['before', 'handler'].some((key) => isSaid(object[key]));
  const completed: Record<string, unknown> = {};
  for (const [key, { role, fromModel }] of lists) {
    const said = object[key] ?? undefined;
    if (role === 'parameters') continue;
    if (Array.isArray(said)) {
      completed[key] = said.map((field: unknown, index) =>
        completeField(field, role, model, run, pathOf(key, index)),
      );
      if (role === 'create') {
        checkRequired(said, model, run, pathOf(key), ADD, hasHook);
        checkConstructor(completed[key] as unknown[], model, run, pathOf(key), hasHook);
      }
    } else if (said === undefined && fromModel) {
      const taken = takenFields(role, model, run, pathOf());
      // It takes every column that it may: what it lacks is a time stamp, or a column for searches.
      if (taken && role === 'create') {
        checkRequired(taken, model, run, pathOf(), GIVE_A_DEFAULT, hasHook);
        checkConstructor(taken, model, run, pathOf(), hasHook);
      }
      if (taken) completed[key] = taken;
    }
  }
  if (operation.name === 'upsert')
    Object.assign(completed, completeUpsert(object, model, run, pathOf));
  const whole = Object.keys(completed).length === 0 ? object : { ...object, ...completed };
  const changed = completeColumns(whole, operation, model, run, pathOf);
  return changed === object ? entry : changed;
}

/** Whether an entry leaves something to the model, so that by itself it is not complete. */
export function leavesToModel(entry: unknown, surroundings: Surroundings): boolean {
  const named = namedEntry(entry, surroundings);
  if (named === undefined) return false;
  const { object, operation } = named;
  return fieldListsOf(operation).some(([key, { role, fromModel }]) => {
    const said = object[key] ?? undefined;
    if (!Array.isArray(said)) return said === undefined && fromModel === true;
    return said.some((field) => {
      // A parameter says itself which column it is like.
      if (typeof field === 'string') return role !== 'parameters';
      const isLeft = isRecord(field) && !isSaid(field['type']);
      return isLeft && (role !== 'parameters' || isSaid(field['like']));
    });
  });
}

const someField = { name: 'unknown', type: 'str' };

/**
 * What stands for an entry whose model is not known, which is told of by itself: only fields that say
 * their type, and no names of columns, so that the schema tells of nothing that follows from it.
 */
export function standIn(entry: unknown, surroundings: Surroundings): unknown {
  const { object, operation } = namedEntry(entry, surroundings) ?? {};
  if (object === undefined || operation === undefined) return entry;
  const changed: Record<string, unknown> = {};
  for (const [key, { role, fromModel }] of fieldListsOf(operation)) {
    const said = object[key] ?? (fromModel ? [] : undefined);
    if (!Array.isArray(said)) continue;
    const typed = said.filter((field) => isRecord(field) && isSaid(field['type']));
    changed[key] = typed.length === 0 && role !== 'parameters' ? [someField] : typed;
  }
  // Each by a name of its own, so that none is listed twice.
  return mapColumns({ ...object, ...changed }, operation.options, ({ path }) => ({
    ...someField,
    name: path.join('_'),
  }));
}
