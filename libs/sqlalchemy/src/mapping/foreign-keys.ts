import { isCallOf } from '../evaluate/library.js';
import type { Call, ClassValue, Origin, Value } from '../evaluate/values.js';
import { describe, isString } from '../evaluate/values.js';
import type { ForeignKeyFacts, Known } from '../facts.js';
import { isUnknown } from '../facts.js';
import type { Modules } from '../modules/modules.js';
import { asText, unknownAt } from './known.js';
import type { Mapping } from './mapped-class.js';
import { mappingOf } from './mapped-class.js';
import { columnName } from './said.js';
import { defaultSchema, schemaOf, tableFacts } from './table-options.js';

/** Reads `ForeignKey('authors.id', ondelete='CASCADE')`. */
export function readForeignKey(
  item: Call,
  cls?: ClassValue,
  session = cls?.module.all,
): ForeignKeyFacts {
  const { origin, keywords } = item;
  const target = item.args[0] ?? keywords.get('column');
  const rule = (name: string): Known<string | null> =>
    item.open ? unknownAt(item.open.reason, item.open.origin) : asText(keywords.get(name), origin);
  return {
    target: target
      ? readTarget(target, cls, origin, session)
      : unknownAt('the foreign key does not name a column', origin),
    onDelete: rule('ondelete'),
    onUpdate: rule('onupdate'),
    at: origin.source.place(origin.offset),
  };
}

/** The column that something names: as text, as an attribute of a class, as a column of a table. */
export function readTarget(
  value: Value,
  cls: ClassValue | undefined,
  origin: Origin,
  session = cls?.module.all,
): Known<string> {
  if (isString(value)) return cls ? targetOfText(value.value, cls) : value.value;
  if (value.kind === 'attribute') {
    if (value.base.kind === 'class') return targetOfAttribute(value.base, value.name, origin);
    // table.c.id, Article.__table__.c.id
    if (value.base.kind === 'attribute' && /^(?:c|columns)$/.test(value.base.name)) {
      return targetOfTable(value.base.base, value.name, session, origin);
    }
  }
  if (value.kind === 'call') return targetOfColumn(value, cls, origin);
  if (value.kind === 'unknown') return unknownAt(value.reason, value.origin);
  return unknownAt(`${describe(value)} cannot be read as a column`, origin);
}

function targetOfAttribute(cls: ClassValue, attribute: string, origin: Origin): Known<string> {
  const found = mappingOf(cls).find(attribute);
  if (!found) return unknownAt(`${cls.name}.${attribute} is not a known column`, origin);
  return dotted(schemaOf(found.mapping), found.mapping.table, columnName(found.definition));
}

/** `accounts.id` is of the schema that the MetaData of the class names, and of none where it names none. */
function targetOfText(target: string, cls: ClassValue): Known<string> {
  const [table, column, ...more] = target.split('.');
  if (table === undefined || column === undefined || more.length > 0) return target;
  return dotted(defaultSchema(mappingOf(cls)), table, column);
}

/** The parts of a target, as far as each is known. */
function dotted(
  schema: Known<string | null>,
  table: Known<string>,
  column: Known<string>,
): Known<string> {
  for (const part of [schema, table, column]) if (isUnknown(part)) return part;
  return `${schema === null ? '' : `${schema as string}.`}${table as string}.${column as string}`;
}

function targetOfTable(
  table: Value,
  column: string,
  session: Modules | undefined,
  origin: Origin,
): Known<string> {
  if (table.kind === 'attribute' && table.name === '__table__' && table.base.kind === 'class') {
    const mapping: Mapping = mappingOf(table.base);
    return dotted(schemaOf(mapping), mapping.table, column);
  }
  if (isCallOf(table, 'Table') && session) {
    const facts = tableFacts(table, session);
    return dotted(facts.schema, facts.table, column);
  }
  return unknownAt(`${describe(table)} is not a known table`, origin);
}

/** A column of the class itself, by the object: `ForeignKey(id)`. */
function targetOfColumn(value: Call, cls: ClassValue | undefined, origin: Origin): Known<string> {
  const found = cls && mappingOf(cls).local.find((one) => one.call === value);
  if (cls && found) return targetOfAttribute(cls, found.attribute, origin);
  return unknownAt(`${describe(value)} is not a known column`, origin);
}
