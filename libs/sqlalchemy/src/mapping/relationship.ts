import { isMapped } from '../classes/mapped.js';
import { resultOf } from '../evaluate/functions.js';
import { isCallOf } from '../evaluate/library.js';
import type { Call, Origin, Value } from '../evaluate/values.js';
import { describe, isNone, isString } from '../evaluate/values.js';
import type { Known, RelationshipFacts } from '../facts.js';
import { isUnknown } from '../facts.js';
import { isTable, pathOfTable, tableNamed } from './association.js';
import { asFlag, unknownAt } from './known.js';
import type { Mapping, RelationshipDefinition } from './mapped-class.js';
import { mappingOf } from './mapped-class.js';
import { isMany } from './relationship-direction.js';
import { isClass, targetOf } from './relationship-target.js';
import { schemaOf, tableFacts } from './table-options.js';

/** A relationship as its class defines it. */
export function relationshipFacts(
  definition: RelationshipDefinition,
  mapping: Mapping,
): RelationshipFacts {
  const { call: made, origin, attribute } = definition;
  const target = targetOf(definition, mapping);
  return {
    attribute,
    target: isClass(target) ? describe(target) : target,
    many: isMany(definition, target, mapping),
    secondary: readSecondary(made, mapping, origin),
    ...joinOf(made, mapping, origin),
    ...(asFlag(made.keywords.get('post_update'), origin) === true && { postUpdate: true }),
    ...(cascadesDeletes(made.keywords.get('cascade')) && { cascades: true }),
    ...readingOf(made.keywords.get('lazy')),
    at: origin.source.place(origin.offset),
  };
}

/** How related rows are read with the row: `lazy="joined"`. */
function readingOf(lazy: Value | undefined): Pick<RelationshipFacts, 'lazy'> {
  if (!lazy || !isString(lazy)) return {};
  const { value } = lazy;
  return value === 'joined' || value === 'selectin' || value === 'subquery' ? { lazy: value } : {};
}

/** Whether a delete of the row deletes the related ones: `cascade='all, delete-orphan'`. */
function cascadesDeletes(cascade: Value | undefined): boolean {
  if (!cascade || !isString(cascade)) return false;
  const words = cascade.value.split(',').map((word) => word.trim());
  return words.includes('all') || words.includes('delete');
}

/** How it joins, as far as its source says more than its foreign keys do. */
function joinOf(
  made: Call,
  mapping: Mapping,
  origin: Origin,
): Pick<RelationshipFacts, 'through' | 'foreignKeys' | 'ownJoin'> {
  const said = (name: string) => {
    const value = made.keywords.get(name);
    return value && !isNone(value) ? value : undefined;
  };
  const through = pathOfSecondary(made, mapping, origin);
  const keys = said('foreign_keys');
  const foreignKeys = keys && columnNames(keys, mapping);
  const isOwn =
    made.open !== undefined ||
    said('primaryjoin') !== undefined ||
    said('secondaryjoin') !== undefined ||
    (keys !== undefined && foreignKeys === undefined);
  return {
    ...(through !== undefined && { through }),
    ...(foreignKeys && { foreignKeys }),
    ...(isOwn && { ownJoin: true as const }),
  };
}

/** The columns that `foreign_keys` names; undefined where it cannot be read. */
function columnNames(value: Value, mapping: Mapping): readonly string[] | undefined {
  if (isString(value)) {
    const names = value.value.replace(/^\s*\[|\]\s*$/g, '').split(',');
    return names.every((name) => /^\s*[\w.]+\s*$/.test(name))
      ? names.map((name) => name.trim().split('.').at(-1)!)
      : undefined;
  }
  const items = value.kind === 'sequence' ? value.items : [value];
  const names = items.map((item) =>
    item.kind === 'attribute'
      ? item.name
      : mapping.definitions.find((one) => one.kind === 'column' && one.call === item)?.attribute,
  );
  return names.every((name) => name !== undefined) ? names : undefined;
}

/** The path of the variable or the class of the table between. */
function pathOfSecondary(made: Call, { cls }: Mapping, origin: Origin): string | undefined {
  const said = made.keywords.get('secondary') ?? made.args[1];
  const value = said?.kind === 'function' ? resultOf(said, origin) : said;
  if (isTable(value)) {
    const loaded = [cls.module, ...cls.module.all.read];
    return loaded.map((module) => pathOfTable(value, module)).find((path) => path !== undefined);
  }
  if (isString(value)) {
    const name = value.value.split('.').at(-1)!;
    return tableNamed(name, cls.module);
  }
  if (value?.kind === 'attribute' && value.name === '__table__') {
    return value.base.kind === 'class' ? describe(value.base) : undefined;
  }
  return value?.kind === 'class' ? describe(value) : undefined;
}

function readSecondary(made: Call, mapping: Mapping, origin: Origin): Known<string | null> {
  const value = made.keywords.get('secondary') ?? made.args[1] ?? made.open;
  if (!value || isNone(value)) return null;
  if (isString(value)) return value.value;
  if (isCallOf(value, 'Table')) return nameOfTable(value, mapping);
  if (value.kind === 'attribute' && value.name === '__table__' && value.base.kind === 'class')
    return nameOfMapped(mappingOf(value.base));
  if (value.kind === 'class' && isMapped(value)) return nameOfMapped(mappingOf(value));
  if (value.kind === 'function') {
    const result = resultOf(value, origin);
    if (isCallOf(result, 'Table')) return nameOfTable(result, mapping);
  }
  return value.kind === 'unknown'
    ? unknownAt(value.reason, value.origin)
    : unknownAt(`the table ${describe(value)} is not evaluated`, origin);
}

function nameOfTable(made: Call, { cls }: Mapping): Known<string> {
  const { table, schema } = tableFacts(made, cls.module.all);
  return withSchema(table, schema);
}

function nameOfMapped(mapping: Mapping): Known<string> {
  return withSchema(mapping.table, schemaOf(mapping));
}

/** The name of a table as a text of SQLAlchemy names it: with the schema, where there is one. */
function withSchema(table: Known<string>, schema: Known<string | null>): Known<string> {
  if (isUnknown(table) || schema === null) return table;
  return isUnknown(schema) ? schema : `${schema}.${table}`;
}
