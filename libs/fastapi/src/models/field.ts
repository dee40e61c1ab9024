import {
  didYouMean,
  formatPath,
  text,
  unquoted,
  type ConfigPath,
  type Problem,
  type Text,
} from '@rowhouse/core';
import type { ColumnFacts, EnumFacts } from '@rowhouse/sqlalchemy';

import { constraintRows, constraints, type ConstraintName } from '../config/constraints.js';
import { fieldTypes, isPartOfJson, type FieldType } from '../config/field-types.js';
import type { Role } from '../config/field.js';
import { isRecord } from '../config/rule.js';
import { isStorableText } from '../config/text.js';
import {
  agreement,
  columnType,
  enumValues,
  holdsNames,
  isJson,
  isMultirange,
} from './column-types.js';
import type { Run } from './prepare.js';
import { known } from './known.js';
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
  const said = typeof field === 'string' ? { name: field } : field;
  if (!isRecord(said) || typeof said['name'] !== 'string') return field;
  // What an action returns need not be a row.
  if (role === 'result' && 'type' in said) return field;
  if (role === 'create' || role === 'update') checkStamped(said['name'], model, run, path);
  const isOwn = isMapped(said['name'], model) || run.source.hasAttribute(model, said['name']);
  const owner = isOwn ? model : run.source.withNeighbours(model);
  const column = columnOf(said['name'], owner);
  if (!column) {
    checkAttribute(said, role, owner, run, path);
    return field;
  }
  checkAgainst(said, column, role, owner, run, path);
  return filled(said, column, role, owner, run, path);
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

/** A name that is no column: an attribute of another kind, or none at all. */
function checkAttribute(field: Raw, role: Role, model: Model, run: Run, path: ConfigPath): void {
  const { facts } = model;
  const name = field['name'] as string;
  const relationship = facts.relationships.find((each) => each.attribute === name);
  if (relationship) {
    const keys = facts.columns.filter((each) => (known(each.foreignKeys) ?? []).length > 0);
    const key = keys.find(({ attribute }) => attribute.startsWith(`${name}_`)) ?? keys[0];
    run.report(path, {
      code: 'not-a-column',
      name,
      message: text`it is a relationship of ${unquoted(facts.name)} (${unquoted(run.source.where(relationship.at))}), expected a column`,
      ...(key && { fix: text`Name the column of its key, ${key.attribute}.` }),
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

/** Reports what contradicts the column. */
function checkAgainst(
  field: Raw,
  column: ColumnFacts,
  role: Role,
  model: Model,
  run: Run,
  path: ConfigPath,
): void {
  // Of JSON, an annotation names one part, such as `Mapped[str]`.
  const written = (isJson(column) && known(column.sqlType)?.name) || column.written;
  const says = text`${unquoted(run.source.where(column.at))} has ${unquoted(written)}`;
  const report = (key: string, problem: Omit<Problem, 'name'>) => {
    run.report(key === '' ? path : [...path, key], { name: column.attribute, ...problem });
  };
  const contradict = (key: string, fix: Problem['fix'], but: Problem['but'] = says) =>
    report(key, {
      code: 'contradicts-model',
      found: field[key],
      ...(but !== undefined && { but }),
      ...(fix !== undefined && { fix }),
    });
  const isWritten = role === 'create' || role === 'update';
  const type = known(column.type);
  const saidType = field['type'];
  if (isFieldType(saidType)) {
    const agrees = agreement(saidType, column, model.path);
    const own = type && columnType(type, model.path)?.type;
    if (type && holdsNames(type) && role !== 'read' && role !== 'result') {
      contradict(
        'type',
        'Requests would contain the names of its members, but responses their values. Remove the field, or store the values (values_callable).',
      );
    }
    // What a class of yours makes of its ranges is read from the column, and not written to it.
    if (agrees === 'contradiction' || (isMultirange(column) && isWritten)) {
      contradict('type', typeFix(column, own));
    }
    if (agrees === 'lossy') {
      run.source.note(
        `${formatPath([...path, 'type'])}: ${column.attribute}: 'float' loses digits of ${column.written}, ${run.source.where(column.at)}; 'decimal' keeps them`,
      );
    }
  }
  if (role === 'read' && field['nullable'] === false && known(column.nullable) === true) {
    contradict('nullable', "A response must allow null. Remove 'nullable'.");
  }
  if (isWritten && field['nullable'] === true && known(column.nullable) === false) {
    contradict('nullable', "The column does not allow NULL. Remove 'nullable'.");
  }
  if (type !== undefined && field['json'] !== undefined && field['json'] !== isJson(column)) {
    contradict('json', "Remove 'json'.");
  }
  for (const [key, most] of limitsOf(column)) {
    const said = field[key];
    if (typeof said === 'number' && said > most) {
      const allows = text`${unquoted(run.source.where(column.at))} allows ${most}`;
      contradict(key, text`Write ${unquoted(key)}: ${most} or less, or remove it.`, allows);
    }
  }
  if (Array.isArray(field['enum']) && type?.enum) {
    checkEnum(field['enum'], type.enum, role, says, (problem) => report('enum', problem));
  }
  if (isWritten && isGenerated(column)) {
    const what = known(column.computed) ? 'computes' : 'numbers';
    report('', {
      code: 'generated-column',
      message: text`it cannot be written: the database ${unquoted(what)} it (${unquoted(run.source.where(column.at))})`,
      fix: 'Remove it.',
    });
  }
}

/** What to write instead of a type that contradicts the column. */
function typeFix(column: ColumnFacts, own: FieldType | undefined): Text | string {
  if (isMultirange(column)) return 'No field type supports several ranges: remove the field.';
  if (isJson(column)) {
    return text`In JSON, equal values of this type can differ. Write type: ${'json'} with a ${'class'} that converts them, or type: ${'str'}.`;
  }
  return text`Write type: ${own}, or remove it.`;
}

function checkEnum(
  said: readonly unknown[],
  facts: EnumFacts,
  role: Role,
  says: Text,
  report: (problem: Omit<Problem, 'name'>) => void,
): void {
  const values = role === 'read' ? enumValues(facts) : known(facts.stored);
  if (values === undefined) return;
  const foreign = said.filter((value) => !values.includes(value as string));
  const lacking = role === 'read' ? values.filter((value) => !said.includes(value)) : [];
  const fix = "Remove 'enum' to use the members of the column.";
  if (foreign.length > 0) {
    const what = foreign.length > 1 ? 'are not values' : 'is not a value';
    const message = text`${foreign} ${unquoted(what)} of the column: ${says}, which has ${values}`;
    report({ code: 'contradicts-model', message, fix });
  } else if (lacking.length > 0) {
    const message = text`without ${lacking}, which a row may contain: ${says}`;
    report({ code: 'contradicts-model', message, fix });
  }
}

/** Whether the database makes each value itself. */
export function isGenerated({ computed, identity }: ColumnFacts): boolean {
  const counted = known(identity);
  return Boolean(known(computed)) || (counted ? known(counted.always) === true : false);
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
  const isRequest = role !== 'read' && role !== 'result';
  if (isRequest && !('enum' in field) && !('enum' in added)) {
    const said = field['type'] ?? own?.type;
    for (const [key, most] of limitsOf(column)) {
      if (isFieldType(said) && constraints[key].appliesTo(said)) added[key] = most;
    }
  }
  return { ...added, ...field };
}

/** Whether a column holds dates and times without a time zone. */
function isLocal({ sqlType }: ColumnFacts): boolean {
  const type = known(sqlType);
  return type?.timezone !== undefined && known(type.timezone) === false;
}

/** The limits of a column, by the constraints of a field. */
function limitsOf(column: ColumnFacts): readonly (readonly [ConstraintName, number])[] {
  const type = known(column.type);
  return constraintRows.flatMap(([name, constraint]) => {
    if (type === undefined || type.name !== constraint.column?.type) return [];
    if (!countsDigits(column)) return [];
    const limit = known(column[constraint.column.limit]);
    return typeof limit === 'number' ? [[name, limit] as const] : [];
  });
}

/**
 * Whether the digits of a column are those that Pydantic counts. Of `Numeric(3, 5)` and `Numeric(5, -2)`, the
 * first three after `0.00` and the hundreds, the database alone can say what fits.
 */
function countsDigits(column: ColumnFacts): boolean {
  const precision = known(column.precision) ?? Infinity;
  const scale = known(column.scale) ?? 0;
  return scale >= 0 && scale <= precision;
}

/** Whether a row gets a value when none is given. */
export function hasDefault(column: ColumnFacts): boolean {
  const { default: initial, serverDefault, identity, computed, autoincrement } = column;
  const values = [initial, serverDefault, identity, computed].map((each) => known(each));
  return (
    values.some((value) => value !== undefined && value !== null) || known(autoincrement) === true
  );
}

/** Why a column gives a field no type. */
export function untyped(column: ColumnFacts, run: Run): Problem {
  const { attribute, type, sqlType, at } = column;
  const example = known(type)?.name === 'list' ? 'list[str]' : 'str';
  const fix = text`Write its type: { name: ${attribute}, type: ${example} }, or another type.`;
  const code = 'untyped-field';
  const name = known(sqlType)?.name ?? 'its column';
  const where = run.source.where(at);
  if (isMultirange(column)) {
    return {
      code,
      message: text`no field type supports several ranges, as in ${unquoted(name)} (${unquoted(where)})`,
      fix: 'Remove it, or return its ranges from an action.',
    };
  }
  if (known(type) === undefined && 'unknown' in type) {
    return {
      code,
      message: text`its type is not known: ${unquoted(type.unknown)} (${unquoted(run.source.where(type.at))})`,
      fix,
    };
  }
  if (known(type)?.holds) {
    return {
      code,
      message: text`a JSON field is an object, but the column contains other values (${unquoted(where)})`,
      fix: text`Define their type, such as ${unquoted('Tags = list[str]')}, and write { name: ${attribute}, type: ${'json'}, class: ${'shop.types.Tags'} }.`,
    };
  }
  return {
    code,
    message: text`no field type corresponds to ${unquoted(name)} (${unquoted(where)})`,
    fix,
  };
}

function isFieldType(value: unknown): value is FieldType {
  return fieldTypes.includes(value as FieldType);
}
