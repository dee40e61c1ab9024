import { text, unquoted, type ConfigPath } from '@rowhouse/core';
import { snakeCase } from '@rowhouse/python';

import { itemType } from '../config/field-types.js';
import { isRecord } from '../config/rule.js';
import { checkConstructor } from '../models/constructor.js';
import { listsIn } from '../models/entry-operation.js';
import { columnOf, completeField } from '../models/field.js';
import type { WrittenResourceAt } from '../models/changed-config.js';
import type { Run } from '../models/prepare.js';
import { ADD, checkRequired, requiredColumns } from '../models/required.js';
import type { Model } from '../models/source.js';
import { resolve, type Found, type Refuse } from './resolve.js';

type Raw = Readonly<Record<string, unknown>>;

/** Whether a field of a request writes related rows: it makes them, or links some. */
export function writesRows(field: Raw): boolean {
  return 'fields' in field || 'link' in field;
}

/** Completes what a request writes of related rows, and reports what it cannot write. */
export function completeWritten(
  field: Raw,
  role: 'create' | 'update',
  model: Model,
  run: Run,
  path: ConfigPath,
): Raw {
  const name = field['name'] as string;
  const refuse: Refuse = (problem, ...at) => {
    run.report([...path, ...at], at.length > 0 ? problem : { name, ...problem });
  };
  // What stands for one that is told of, so that the schema finds nothing that follows from it.
  const unknown = { name, type: 'str' };
  if ('fields' in field && role === 'update') {
    refuse({
      code: 'not-updatable',
      message: text`${name} are changed at their own routes`,
      fix: 'Remove it from the fields.',
    });
    return unknown;
  }
  const found = resolve(name, field, model, run, refuse);
  if (found === undefined) return unknown;
  const complete = 'fields' in field ? completeNested : completeLink;
  return complete(field, found, run, refuse, path) ?? unknown;
}

/** Rows that are made with the row that they refer to. */
function completeNested(
  field: Raw,
  { related, source }: Found,
  run: Run,
  refuse: Refuse,
  path: ConfigPath,
): Raw | undefined {
  const { many, through, via } = { ...field, ...source };
  if (many !== true || through !== undefined) {
    refuse({
      code: 'not-a-list',
      message: 'only rows that refer to the new row can be made with it',
      fix:
        through === undefined
          ? text`Name the column of its key, and create the other row first.`
          : text`Link rows that are there: { name: ${field['name'] as string}, link: true }.`,
    });
    return undefined;
  }
  const keys = Object.values(via as Raw);
  const { resource, model } = writtenModel(related, field['resource'], run);
  const own = createFields(resource);
  const listed: readonly unknown[] = Array.isArray(field['fields']) ? field['fields'] : [];
  const fields = listed.map((each, index) => {
    const at = [...path, 'fields', index];
    const said = isRecord(each) ? each : { name: each };
    const name = said['name'];
    if (typeof name !== 'string') return each;
    const attribute = columnOf(name, model)?.attribute ?? name;
    if (writesRows(said) || 'count' in said) {
      run.report(at, {
        code: 'too-deep',
        name,
        message: 'rows can be made one level deep',
        fix: 'Remove it. Its rows have routes of their own.',
      });
      return { name, type: 'str' };
    }
    if (keys.includes(attribute) || model.stamped?.has(attribute)) {
      const isKey = keys.includes(attribute);
      run.report(at, {
        code: 'stamped-field',
        found: name,
        message: isKey
          ? 'it refers to the new row, so requests cannot set it'
          : "'access' of its resource sets it from the user, so requests cannot set it",
        fix: 'Remove it from the fields.',
      });
    }
    // What its own resource asks of a request, it asks here as well.
    return completeField({ ...own.get(name), ...said }, 'create', model, run, at);
  });
  const at = [...path, 'fields'];
  const columns = fields.filter((_, index) => {
    const said = listed[index];
    return !isRecord(said) || !writesRows(said);
  });
  const given = [...columns, ...keys.map((name) => ({ name }))];
  checkRequired(given, model, run, at, ADD, false);
  checkConstructor(given, model, run, at, false);
  return { ...field, ...source, fields };
}

/** Links to rows by a table between. */
function completeLink(
  field: Raw,
  { related, source }: Found,
  run: Run,
  refuse: Refuse,
  path: ConfigPath,
): Raw | undefined {
  const name = field['name'] as string;
  const { many, through }: Raw = { ...field, ...source };
  if (!isRecord(through)) {
    refuse({
      code: 'not-linkable',
      message: 'only rows with a table between can be linked',
      fix:
        many === true
          ? text`Its rows refer to this one. Make them with it, { name: ${name}, fields: ['…'] } in ${'create'}, or at their own routes.`
          : 'It leads to one row. Name the column of its key.',
    });
    return undefined;
  }
  const pairs = Object.entries(through['to'] as Readonly<Record<string, string>>);
  const [key] = pairs;
  const completed = pairs.length === 1 && completeField(key![1], 'read', related, run, path);
  const type = isRecord(completed) ? `list[${String(completed['type'])}]` : undefined;
  if (type === undefined || itemType(type as never) === undefined) {
    refuse({
      code: 'not-linkable',
      message: text`${unquoted(related.facts.name)} has no key that a list can have`,
      fix: 'Give the table between routes of its own.',
    });
    return undefined;
  }
  const given = [...Object.values(through['via'] as Raw), key![0]];
  if (through['table'] !== true && !isLinkable(through['of'] as string, given, run, refuse)) {
    return undefined;
  }
  return { type, ...field, ...source };
}

/** Whether rows of the model between can be made of two keys, and are governed by no rules. */
function isLinkable(path: string, given: readonly unknown[], run: Run, refuse: Refuse): boolean {
  const found = run.source.find(path);
  if (!('facts' in found)) return true;
  const { model, resource } = writtenModel({ ...found, path }, undefined, run);
  const cls = unquoted(model.facts.name);
  const fix = 'Remove it. Its rows need routes of their own.';
  const lacking = requiredColumns(model).filter(({ attribute }) => !given.includes(attribute));
  if (lacking.length > 0) {
    const names = lacking.map(({ attribute }) => attribute);
    const where = unquoted(run.source.where(lacking[0]!.at));
    refuse({
      code: 'missing-column',
      message: text`every row of ${cls} needs ${names} beside the keys (${where})`,
      fix,
    });
    return false;
  }
  if (resource?.config.access?.rules === undefined) return true;
  refuse({
    code: 'not-linkable',
    message: text`rules of 'access' say who may make and delete rows of ${cls}`,
    fix,
  });
  return false;
}

/** A model with what the access of its resource sets in a new row, and that resource. */
function writtenModel(related: Model, name: unknown, run: Run) {
  const resource = run.resources.find(
    ({ config }) =>
      config.model === related.path &&
      (name === undefined || (config.name ?? snakeCase(related.facts.name)) === name),
  );
  const { tenant, owner } = resource?.config.access ?? {};
  return {
    resource,
    model: { ...related, stamped: new Set(Object.keys({ ...tenant, ...owner })) },
  };
}

/** The fields of a resource's create that say more than their names. */
function createFields(resource: WrittenResourceAt | undefined): ReadonlyMap<unknown, Raw> {
  const create = resource?.entries.find(({ operation }) => operation?.name === 'create');
  const fields = create && listsIn(create).find(({ key }) => key === 'fields')?.fields;
  const said = (fields ?? []).filter(isRecord);
  return new Map(said.filter((each) => !writesRows(each)).map((each) => [each['name'], each]));
}
