import { isSqlModel } from '../classes/mapped.js';
import { isCallOf } from '../evaluate/library.js';
import type { Call, ClassValue, Origin, Value } from '../evaluate/values.js';
import { isNone, isString } from '../evaluate/values.js';
import type { Known } from '../facts.js';
import { isUnknown } from '../facts.js';
import { textOfCall } from '../python/source.js';
import { asFlag, unknownAt } from './known.js';
import type { Mapping, RelationshipDefinition } from './mapped-class.js';
import { mappingOf } from './mapped-class.js';
import { elementType, isClass } from './relationship-target.js';

/** Whether a relationship leads to several rows. */
export function isMany(
  definition: RelationshipDefinition,
  target: Known<ClassValue>,
  mapping: Mapping,
): Known<boolean> {
  const { call: made, annotation, origin } = definition;
  const said = made.keywords.get('uselist');
  if (said && !isNone(said)) return asFlag(said, origin);
  if (made.open) return unknownAt(made.open.reason, made.open.origin);
  const lazy = made.keywords.get('lazy');
  if (isString(lazy) && /^(?:dynamic|write_only)$/.test(lazy.value)) return true;
  if (isCallOf(made, 'dynamic_loader')) return true;
  // SQLModel reads every annotation.
  if (annotation && (annotation.container !== undefined || isSqlModel(definition.owner))) {
    if (/Dynamic|WriteOnly/.test(annotation.container ?? '')) return true;
    if (
      annotation.type.kind !== 'unknown' ||
      !/\[\s*["']?\w*(?:list|List|set|Set|dict|Dict|Sequence)\b/.test(definition.written)
    ) {
      if (elementType(annotation.type, definition) === undefined) return false;
      // Where the foreign key is on this side, SQLAlchemy gives one object whatever is annotated.
      const secondary = made.keywords.get('secondary');
      const direct = isClass(target) && (!secondary || isNone(secondary));
      const found = direct ? byForeignKeys(made, mapping, target, origin) : true;
      const isOwnJoin = made.keywords.has('primaryjoin') || made.keywords.has('foreign_keys');
      return isUnknown(found) && !isOwnJoin ? true : found;
    }
  }
  if (made.keywords.get('secondary') && !isNone(made.keywords.get('secondary'))) return true;
  if (made.keywords.has('collection_class')) return true;
  if (!isClass(target)) return target;
  return byForeignKeys(made, mapping, target, origin);
}

/** Which side has the foreign key decides the direction. */
function byForeignKeys(
  made: Call,
  mapping: Mapping,
  target: ClassValue,
  origin: Origin,
): Known<boolean> {
  const other = mappingOf(target);
  const cannot = (reason: string) => unknownAt(reason, origin);
  const own = tablesOf(mapping);
  const theirs = tablesOf(other);
  if (!own || !theirs) return cannot('the tables of the relationship are not known');
  const [here, there] = [leadsTo(mapping, theirs), leadsTo(other, own)];
  const named = columnsNamed(made.keywords.get('foreign_keys'), mapping, other);
  if (named !== undefined) return named;
  if (/\b(?:foreign|remote)\s*\(/.test(joinsOf(made)))
    return cannot('the join of the relationship is not evaluated');
  const joined = byJoin(made.keywords.get('primaryjoin'), mapping, other, own, theirs);
  if (joined !== undefined) return joined;
  if ([...own].some((table) => theirs.has(table))) return ofItself(made, mapping, origin);
  if (isUnknown(here)) return here;
  if (isUnknown(there)) return there;
  if (here && !there) return false;
  if (there && !here) return true;
  return cannot(
    here ? 'both tables have foreign keys to each other' : 'no foreign key joins the tables',
  );
}

/** The text of the arguments of a relationship with a join of its own, and of functions among them. */
function joinsOf({ origin, keywords }: Call): string {
  if (!keywords.has('primaryjoin') && !keywords.has('secondaryjoin')) return '';
  const texts = [textOfCall(origin.source.text, origin.offset)];
  for (const value of keywords.values())
    if (value.kind === 'function')
      texts.push(value.frame.text.slice(value.node.from, value.node.to));
  return texts.join('\n');
}

/** `primaryjoin`: which side's columns in it are foreign keys to the other. */
function byJoin(
  join: Value | undefined,
  mapping: Mapping,
  other: Mapping,
  own: ReadonlySet<string>,
  theirs: ReadonlySet<string>,
): boolean | undefined {
  if (!join || isNone(join) || mapping === other) return undefined;
  const text = isString(join)
    ? join.value
    : join.kind === 'function'
      ? join.frame.text.slice(join.node.from, join.node.to)
      : '';
  const uses = (side: Mapping, tables: ReadonlySet<string>) =>
    side
      .columns()
      .some(
        ({ attribute, foreignKeys }) =>
          new RegExp(`\\b${side.cls.name}\\.(?:c\\.)?${attribute}\\b`).test(text) &&
          !isUnknown(foreignKeys) &&
          foreignKeys.some(
            ({ target }) => !isUnknown(target) && tables.has(target.split('.').at(-2) ?? ''),
          ),
      );
  const [here, there] = [uses(mapping, theirs), uses(other, own)];
  return here === there ? undefined : there;
}

function tablesOf(mapping: Mapping): Set<string> | undefined {
  const tables = new Set<string>();
  for (let at: Mapping | undefined = mapping; at; at = at.parent) {
    if (isUnknown(at.table)) return undefined;
    tables.add(at.table);
  }
  return tables;
}

/** Whether a foreign key of a class leads to one of these tables. */
function leadsTo(mapping: Mapping, tables: ReadonlySet<string>): Known<boolean> {
  for (const column of mapping.columns()) {
    if (isUnknown(column.foreignKeys)) return column.foreignKeys;
    for (const { target } of column.foreignKeys) {
      if (isUnknown(target)) return target;
      const table = target.split('.').at(-2);
      if (table !== undefined && tables.has(table)) return true;
    }
  }
  return false;
}

/** `foreign_keys=author_id`: on which side the columns are. */
function columnsNamed(
  value: Value | undefined,
  mapping: Mapping,
  other: Mapping,
): boolean | undefined {
  if (!value || mapping === other) return undefined;
  const items = value.kind === 'sequence' ? value.items : [value];
  for (const item of items) {
    const side = sideOf(item, mapping, other);
    if (side) return side === other;
  }
  return undefined;
}

function sideOf(value: Value, mapping: Mapping, other: Mapping): Mapping | undefined {
  if (value.kind === 'call')
    return mapping.definitions.some((one) => one.kind === 'column' && one.call === value)
      ? mapping
      : undefined;
  const named = isString(value)
    ? /^\[?\s*(\w+)\.(?:c\.)?(\w+)\s*\]?$/.exec(value.value)?.[1]
    : value.kind === 'attribute' && value.base.kind === 'class'
      ? value.base.name
      : undefined;
  if (named === undefined) return undefined;
  const [a, b] = [mapping, other].map(({ cls, table }) => cls.name === named || table === named);
  return a === b ? undefined : a ? mapping : other;
}

/** A table that leads to itself: `remote_side` says which way. */
function ofItself(made: Call, mapping: Mapping, origin: Origin): Known<boolean> {
  const remote = made.keywords.get('remote_side');
  if (!remote || isNone(remote)) {
    return made.keywords.has('primaryjoin')
      ? unknownAt('the join of the relationship is not evaluated', origin)
      : true;
  }
  const [first] = remote.kind === 'sequence' ? remote.items : [remote];
  const name = isString(first)
    ? /^\[?\s*(?:\w+\.)*(\w+)\s*\]?$/.exec(first.value)?.[1]
    : first?.kind === 'attribute'
      ? first.name
      : mapping.definitions.find((one) => one.kind === 'column' && one.call === first)?.attribute;
  const found = name === undefined ? undefined : mapping.find(name);
  const keys = found && found.mapping.facts(found.definition).foreignKeys;
  if (!keys || isUnknown(keys))
    return unknownAt('the remote side of the relationship is not evaluated', origin);
  return keys.length > 0;
}
