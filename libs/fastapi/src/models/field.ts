import { didYouMean, formatPath, text, unquoted, type ConfigPath } from '@rowhouse/core';
import type { ColumnFacts, ModelFacts, RelationshipFacts } from '@rowhouse/sqlalchemy';

import { constraintRows } from '../config/constraints.js';
import { isFieldType, isPartOfJson, type FieldType } from '../config/field-types.js';
import type { Role } from '../config/field-list.js';
import { isRecord } from '../config/rule.js';
import { isStorableText } from '../config/text.js';
import { completeRelation, isRelation } from '../relations/complete.js';
import { checkedChoices, checkedLimits, sideOf, type Limit } from './check-limits.js';
import { completeWritten, writesRows } from '../relations/written.js';
import { columnType, isJson } from './column-types.js';
import { hasDefault, isLocal, limitsOf, untyped } from './column-values.js';
import { checkAgainst } from './field-contradictions.js';
import { known } from './known.js';
import {
  checkSupported,
  unscopedProperties,
  unsupportedColumns,
  unwritableColumns,
} from './not-supported.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

type Raw = Readonly<Record<string, unknown>>;

/** Completes a field from its column, and reports where the two contradict each other. */
export function completeField(
  field: unknown,
  role: Role,
  model: Model,
  run: Run,
  path: ConfigPath,
): unknown {
  const said = typeof field === 'string' ? { name: field } : withoutNulls(field);
  if (!isRecord(said) || typeof said['name'] !== 'string') return field;
  if (isRelation(said) && (role === 'read' || role === 'result')) {
    return completeRelation(said, model, run, path);
  }
  if (writesRows(said) && (role === 'create' || role === 'update')) {
    return completeWritten(said, role, model, run, path);
  }
  // What an action returns need not be a row.
  if (role === 'result' && 'type' in said) return field;
  if (role === 'create' || role === 'update') checkStamped(said['name'], model, run, path);
  const isOwn = isMapped(said['name'], model) || run.source.hasAttribute(model, said['name']);
  const owner = isOwn ? model : run.source.withNeighbours(model);
  const column = columnOf(said['name'], owner);
  if (!column) {
    const property = owner.facts.properties.find((each) => each.attribute === said['name']);
    if (property && run.guarded().size > 0) {
      const told = { name: property.attribute };
      if (!checkSupported(unscopedProperties, property, run, path, told)) return field;
    }
    checkAttribute(said, role, owner, run, path);
    return field;
  }
  const told = { name: column.attribute };
  if (!checkSupported(unsupportedColumns, column, run, path, told)) return field;
  const isWritten = role === 'create' || role === 'update';
  const { facts } = owner;
  if (isWritten && !checkSupported(unwritableColumns, { column, facts }, run, path, told)) {
    return field;
  }
  checkAgainst(said, column, role, owner, run, path);
  return filled(said, column, role, owner, run, path);
}

/** A field without the keys that are null, as if left out. Only values of the field can be null. */
function withoutNulls(field: unknown): unknown {
  if (!isRecord(field)) return field;
  const said = ([key, value]: [string, unknown]) => value !== null || isValueKey(key);
  return Object.fromEntries(Object.entries(field).filter(said));
}

function isValueKey(key: string): boolean {
  return key === 'default' || key === 'example';
}

function isMapped(name: string, { facts }: Model): boolean {
  const { columns, relationships, properties } = facts;
  return [...columns, ...relationships, ...properties].some(({ attribute }) => attribute === name);
}

/** The column of an attribute, or of the one that a synonym stands for. */
export function columnOf(name: string, { facts }: Model): ColumnFacts | undefined {
  const synonym = facts.properties.find((each) => each.attribute === name)?.of;
  const meant = synonym === undefined ? name : known(synonym);
  return facts.columns.find((each) => each.attribute === meant);
}

/** What sets a column that takes its value from the user, by another name; of the column itself, the schema tells. */
function checkStamped(name: string, model: Model, run: Run, path: ConfigPath): void {
  const stamps = (each: string) => {
    const attribute = columnOf(each, model)?.attribute;
    return attribute !== undefined && model.stamped?.has(attribute) ? attribute : undefined;
  };
  const synonymOf = stamps(name);
  const assigned = run.source.assignedBy(model, name).flatMap((each) => stamps(each) ?? [])[0];
  const attribute = synonymOf ?? assigned;
  if (attribute === undefined || attribute === name) return;
  const what = synonymOf === undefined ? 'its setter sets' : 'it is a synonym of';
  run.report(path, {
    code: 'stamped-field',
    found: name,
    message: text`${unquoted(what)} ${attribute}, which 'access' sets from the user, so requests cannot set it`,
    fix: 'Remove it from the fields.',
  });
}

/** How a field can show or write what a relationship leads to. */
function relationshipFix(
  { attribute: name, many, secondary }: RelationshipFacts,
  role: Role,
  { columns }: ModelFacts,
): { fix?: ReturnType<typeof text> } {
  if (role === 'read' || role === 'result') {
    return { fix: text`Say which of its fields to show: { name: ${name}, fields: ['id'] }.` };
  }
  if (known(many) === true) {
    if (role === 'parameters') return {};
    if (known(secondary) !== null) {
      return { fix: text`To link rows that are there, write { name: ${name}, link: true }.` };
    }
    if (role !== 'create') return { fix: text`Change its rows at their own routes.` };
    return { fix: text`To make rows with the new one, write { name: ${name}, fields: ['…'] }.` };
  }
  const key = columns.find(
    ({ attribute, foreignKeys }) =>
      attribute.startsWith(`${name}_`) && (known(foreignKeys) ?? []).length > 0,
  );
  return key ? { fix: text`Name the column of its key, ${key.attribute}.` } : {};
}

/** A name that is no column: an attribute of another kind, or none at all. */
function checkAttribute(field: Raw, role: Role, model: Model, run: Run, path: ConfigPath): void {
  const { facts } = model;
  const name = field['name'] as string;
  const relationship = facts.relationships.find((each) => each.attribute === name);
  if (relationship) {
    run.report(path, {
      code: 'not-a-column',
      name,
      message: text`it is a relationship of ${unquoted(facts.name)} (${unquoted(run.source.where(relationship.at))}), expected a column`,
      ...relationshipFix(relationship, role, facts),
    });
    return;
  }
  const property = facts.properties.find((each) => each.attribute === name);
  if (property || run.source.hasAttribute(model, name)) {
    if ('type' in field) return;
    const kind = property ? property.kind.replaceAll('_', ' ') : 'plain attribute';
    run.report(path, {
      code: 'untyped-field',
      name,
      message: text`it is a ${unquoted(kind)} of ${unquoted(facts.name)}, whose type is not known`,
      fix: text`Write its type: { name: ${name}, type: ${'str'} }, or another type.`,
    });
    return;
  }
  const hasOwnConstructor = role === 'create' && run.source.hasAttribute(model, '__init__');
  if (facts.incomplete.length > 0 || hasOwnConstructor) {
    const [reason] = facts.incomplete;
    const why = reason
      ? `${reason.unknown} (${run.source.where(reason.at)})`
      : 'it defines its own __init__';
    if (!('type' in field)) {
      run.report(path, {
        code: 'untyped-field',
        name,
        message: text`its type is not known: ${unquoted(facts.name)} may have more attributes than its source says: ${unquoted(why)}`,
        fix: text`Write its type: { name: ${name}, type: ${'str'} }, or another type.`,
      });
      return;
    }
    run.source.note(
      `${formatPath(path)}: ${name} was not checked, as ${facts.name} may have more attributes than its source says: ${why}`,
    );
    return;
  }
  const names = attributesOf(model);
  run.report(path, {
    code: 'unknown-attribute',
    name,
    message: text`${unquoted(facts.name)} has no such attribute (${unquoted(run.source.where(facts.at))})`,
    fix: didYouMean(name, names) ?? text`Its columns: ${names}.`,
  });
}

/** The names that a field may have. */
export function attributesOf({ facts }: Model): readonly string[] {
  return facts.columns.map(({ attribute }) => attribute);
}

/** The field with what its column says and it does not. */
export function filled(
  field: Raw,
  column: ColumnFacts,
  role: Role,
  model: Model,
  run: Run,
  path: ConfigPath,
): Raw {
  const type = known(column.type);
  const own = type && columnType(type, model.path);
  const added: Record<string, unknown> = {};
  if (!('type' in field)) {
    if (!own) {
      run.report(path, { name: column.attribute, ...untyped(column, run) });
      return field;
    }
    added['type'] = own.type;
  }
  if (own && !('enum' in field) && (field['type'] ?? own.type) === own.type) {
    if (own.enum) added['enum'] = own.enum;
    if (own.class !== undefined) added['class'] = own.class;
  }
  if (known(column.nullable) === true) added['nullable'] = true;
  const about = column.about ?? undefined;
  if (about !== undefined && isStorableText(about) && role !== 'parameters') {
    added['description'] = about;
  }
  if (isLocal(column) && `${field['type'] ?? own?.type}`.includes('datetime')) {
    added['timezone'] = false;
  }
  const said = field['type'];
  if (role === 'read' && isJson(column) && isFieldType(said) && isPartOfJson(said)) {
    added['json'] = true;
  }
  if (role === 'create' && !('default' in field) && hasDefault(column)) added['required'] = false;
  const meant = said ?? own?.type;
  if (isFieldType(meant) && !('enum' in field) && !('enum' in added)) {
    const isLimited = constraintRows.some(([key]) => key in field);
    const choices = isLimited ? undefined : checkedChoices(column, meant, model);
    if (choices) added['enum'] = choices.values;
    for (const { key, limit } of choices ? [] : limitsFor(role, column, meant, model)) {
      if (!sideOf(key).some((each) => each in field)) added[key] = limit;
    }
  }
  return { ...added, ...field };
}

/** Rows of generated tests need what a check says also where no request has the field. */
function limitsFor(
  role: Role,
  column: ColumnFacts,
  type: FieldType,
  model: Model,
): readonly Limit[] {
  if (role === 'result') return [];
  return role === 'read' ? checkedLimits(column, type, model) : limitsOf(column, type, model);
}
