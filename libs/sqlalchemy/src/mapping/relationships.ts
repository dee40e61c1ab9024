import { isMapped, isSqlModel } from '../classes/mapped.js';
import { call } from '../evaluate/calls.js';
import { isCallOf } from '../evaluate/library.js';
import type { Call, ClassValue, Origin, Value } from '../evaluate/values.js';
import { describe, isNone, isString } from '../evaluate/values.js';
import type { Modules } from '../modules/modules.js';
import type { Known, RelationshipFacts } from '../facts.js';
import { isUnknown } from '../facts.js';
import { resolve, withoutNone } from './annotations.js';
import { asFlag, asString, asText, unknownAt } from './known.js';
import type { Mapping } from './mapping.js';
import { mappingOf } from './mapping.js';
import type { RelationshipDefinition } from './members.js';
import { readNeighbours, registryOf } from './registry.js';

const COLLECTION =
  /^(?:builtins\.(?:list|set|dict)|typing\.(?:List|Set|Dict|Sequence|Collection|MutableSequence|Iterable|MutableMapping|Mapping)|collections\.abc\.\w+|sqlalchemy\..*\b(?:MappedCollection|KeyFuncDict|AppenderQuery|OrderingList))$/;

/** The relationships of a class, its parents' and those that others make on it by `backref`. */
export function relationshipsOf(mapping: Mapping): readonly RelationshipFacts[] {
  const found = new Map<string, RelationshipFacts>();
  const inherited = mapping.parent && mapping.inheritance?.kind !== 'concrete';
  for (const one of inherited ? relationshipsOf(mapping.parent!) : [])
    found.set(one.attribute, one);
  for (const one of backrefsTo(mapping)) found.set(one.attribute, one);
  for (const definition of mapping.definitions) {
    if (definition.kind === 'relationship')
      found.set(definition.attribute, read(definition, mapping));
    else found.delete(definition.attribute);
  }
  return [...found.values()];
}

function read(definition: RelationshipDefinition, mapping: Mapping): RelationshipFacts {
  const { call: made, origin, attribute } = definition;
  const target = targetOf(definition, mapping);
  return {
    attribute,
    target: isClass(target) ? describe(target) : target,
    many: isMany(definition, target, mapping),
    secondary: readSecondary(made, origin),
    backPopulates: asText(made.keywords.get('back_populates') ?? made.open, origin),
    viewOnly: asFlag(made.keywords.get('viewonly') ?? made.open, origin),
    at: origin.source.place(origin.offset),
  };
}

function isClass(target: Known<ClassValue>): target is ClassValue {
  return 'kind' in target;
}

/** The class that a relationship leads to. */
function targetOf(definition: RelationshipDefinition, mapping: Mapping): Known<ClassValue> {
  const { call: made, annotation, origin } = definition;
  const named = made.args[0] ?? made.keywords.get('argument') ?? made.keywords.get('entity');
  if (named && !isNone(named)) return classOf(named, mapping, origin);
  if (made.open) return unknownAt(made.open.reason, made.open.origin);
  if (!annotation) return unknownAt(`${definition.attribute} does not say where it leads`, origin);
  return classOf(
    elementType(annotation.type, definition) ?? annotation.type,
    mapping,
    origin,
    definition,
  );
}

/** What is in `list[Comment]`; undefined when the annotation is no collection. */
function elementType(
  type: Value,
  { annotation, origin }: RelationshipDefinition,
): Value | undefined {
  const scope = annotation!.scope;
  const plain = withoutNone(type, scope);
  if (plain.kind === 'subscript' && isCollection(plain.base)) {
    const item = plain.args.at(-1);
    return item && withoutNone(resolveName(item, scope, origin), scope);
  }
  return undefined;
}

function isCollection(base: Value): boolean {
  if (base.kind === 'symbol') return COLLECTION.test(base.path);
  return base.kind === 'class' && !isMapped(base);
}

/** A class by its name in an annotation may only be known to SQLAlchemy, so the name is kept. */
function resolveName(value: Value, scope: Parameters<typeof resolve>[1], origin: Origin): Value {
  if (!isString(value)) return value;
  const found = resolve(value, scope, origin);
  return found.kind === 'unknown' ? value : found;
}

function classOf(
  value: Value,
  mapping: Mapping,
  origin: Origin,
  definition?: RelationshipDefinition,
): Known<ClassValue> {
  if (value.kind === 'class') return value;
  if (isString(value)) return classByName(value.value, mapping, origin);
  if (value.kind === 'function') {
    const result = call(value, {
      args: [],
      keywords: new Map(),
      open: undefined,
      origin,
      frame: value.frame,
    });
    return result.kind === 'function'
      ? unknownAt('its target is not followed', origin)
      : classOf(result, mapping, origin);
  }
  const scope = definition?.annotation?.scope;
  if (scope && (value.kind === 'union' || value.kind === 'subscript')) {
    const plain = withoutNone(value, scope);
    const inner = resolveName(plain, scope, origin);
    if (inner.kind === 'class' || isString(inner)) return classOf(inner, mapping, origin);
  }
  if (value.kind === 'unknown') {
    const name = /^'(\w+)' is not defined$/.exec(value.reason)?.[1];
    return name === undefined
      ? unknownAt(value.reason, value.origin)
      : classByName(name, mapping, origin);
  }
  return unknownAt(`${describe(value)} is no class that is known`, origin);
}

/** The mapped class that a name stands for, as SQLAlchemy finds it: `'Author'`, `'blog.models.Author'`. */
function classByName(text: string, mapping: Mapping, origin: Origin): Known<ClassValue> {
  if (!/^[\w.]+$/.test(text)) return unknownAt(`'${text}' is not followed`, origin);
  const path = text.split('.');
  const name = path.at(-1)!;
  const { cls } = mapping;
  const fits = (one: ClassValue) =>
    path.length === 1 ||
    `${one.module.name}.${one.name}`.endsWith(`.${text}`) ||
    `${one.module.name}.${one.name}` === text;
  const find = () => {
    const registry = registryOf(cls.module.all);
    registry.update();
    const all = (registry.classes.get(name) ?? []).filter(fits);
    const near = all.filter((one) => one.module === cls.module);
    return near.length === 1 ? near : all;
  };
  let found = find();
  if (found.length === 0) {
    readNeighbours(cls.module);
    found = find();
  }
  if (found.length === 1) return found[0]!;
  return unknownAt(
    found.length === 0
      ? `the model '${text}' was not found`
      : `there are several models called '${text}'`,
    origin,
  );
}

function isMany(
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
      return !direct || byForeignKeys(made, mapping, target, origin) !== false;
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
  if (
    /\b(?:foreign|remote)\s*\(/.test(
      made.origin.source.text.slice(made.origin.offset, made.origin.offset + 600),
    )
  ) {
    return cannot('the join of the relationship is not followed');
  }
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
      ? unknownAt('the join of the relationship is not followed', origin)
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
    return unknownAt('the remote side of the relationship is not followed', origin);
  return keys.length > 0;
}

function readSecondary(made: Call, origin: Origin): Known<string | null> {
  const value = made.keywords.get('secondary') ?? made.args[1] ?? made.open;
  if (!value || isNone(value)) return null;
  if (isString(value)) return value.value;
  if (isCallOf(value, 'Table') && value.args[0]) return asString(value.args[0], origin);
  if (value.kind === 'attribute' && value.name === '__table__' && value.base.kind === 'class')
    return mappingOf(value.base).table;
  if (value.kind === 'class' && isMapped(value)) return mappingOf(value).table;
  if (value.kind === 'function') {
    const result = call(value, {
      args: [],
      keywords: new Map(),
      open: undefined,
      origin,
      frame: value.frame,
    });
    if (isCallOf(result, 'Table') && result.args[0]) return asString(result.args[0], origin);
  }
  return value.kind === 'unknown'
    ? unknownAt(value.reason, value.origin)
    : unknownAt(`the table ${describe(value)} is not followed`, origin);
}

interface Backref {
  readonly definition: RelationshipDefinition;
  readonly backref: Value;
  readonly other: Mapping;
}

interface BackrefIndex {
  /** How many classes were looked through. */
  done: number;
  readonly byTarget: Map<ClassValue, Backref[]>;
}

const backrefs = new WeakMap<Modules, BackrefIndex>();

/** What relationships of other classes that have been read make on this one. */
function backrefsTo(mapping: Mapping): RelationshipFacts[] {
  const session = mapping.cls.module.all;
  const registry = registryOf(session);
  registry.update();
  const index = backrefs.get(session) ?? { done: 0, byTarget: new Map<ClassValue, Backref[]>() };
  backrefs.set(session, index);
  while (index.done < registry.all.length) collect(mappingOf(registry.all[index.done++]!), index);
  const made = index.byTarget.get(mapping.cls) ?? [];
  return made.map(({ definition, backref, other }) => reverse(definition, backref, other));
}

function collect(other: Mapping, index: BackrefIndex): void {
  for (const definition of other.definitions) {
    if (definition.kind !== 'relationship') continue;
    const backref = definition.call.keywords.get('backref');
    if (!backref || isNone(backref)) continue;
    const target = targetOf(definition, other);
    if (!isClass(target)) continue;
    const known = index.byTarget.get(target);
    if (known) known.push({ definition, backref, other });
    else index.byTarget.set(target, [{ definition, backref, other }]);
  }
}

function reverse(
  definition: RelationshipDefinition,
  backref: Value,
  other: Mapping,
): RelationshipFacts {
  const { origin } = definition;
  const made = isCallOf(backref, 'backref') ? backref : undefined;
  const forward = read(definition, other);
  const name = asString(made?.args[0] ?? backref, origin);
  const said = made?.keywords.get('uselist');
  const toMany = !isUnknown(forward.many) && !forward.many;
  const many: Known<boolean> =
    said && !isNone(said)
      ? asFlag(said, origin)
      : forward.secondary !== null
        ? true
        : isUnknown(forward.many)
          ? forward.many
          : toMany && definition.call.keywords.has('uselist')
            ? unknownAt('the direction of the relationship is not followed', origin)
            : toMany;
  return {
    attribute: isUnknown(name) ? '' : name,
    target: `${other.cls.module.name}.${other.cls.name}`,
    many,
    secondary: forward.secondary,
    backPopulates: definition.attribute,
    viewOnly: forward.viewOnly,
    at: forward.at,
  };
}
