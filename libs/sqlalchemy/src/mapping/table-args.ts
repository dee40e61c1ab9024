import { isMapped } from '../classes/mapped.js';
import { evaluate } from '../evaluate/expressions.js';
import { callFor, isDeclared } from '../evaluate/functions.js';
import { isCallOf, libraryName } from '../evaluate/library.js';
import { findMember, ownMembers } from '../evaluate/members.js';
import { classesOf } from '../evaluate/mro.js';
import type { Call, ClassValue, NamedCall, UnknownValue, Value } from '../evaluate/values.js';
import { describe, frameOf, isNone, isString, unknown } from '../evaluate/values.js';
import type { Known } from '../facts.js';
import { unknownAt } from './known.js';
import type { Mapping, TableArguments } from './mapped-class.js';
import { addedIndexes } from './outside.js';
import { readColumnName } from './said.js';
import { setByBase } from './subclass-hooks.js';
import { tableColumn } from './table-columns.js';

/** Reads `__table_args__`: a tuple, one that ends in a dictionary, a dictionary, or a function. */
export function readTableArguments(cls: ClassValue, hasTable: boolean): TableArguments {
  const value = tableArgs(cls, hasTable);
  if (!value || isNone(value)) return sortTableItems([], new Map(), undefined, cls);
  if (value.kind === 'dict') {
    return sortTableItems([], options(value), value.open ? lost(cls) : undefined, cls);
  }
  if (value.kind !== 'sequence') {
    const reason = value.kind === 'unknown' ? value : lost(cls, describe(value));
    return sortTableItems([], new Map(), reason, cls);
  }
  const last = value.items.at(-1);
  const keywords = last?.kind === 'dict' ? options(last) : new Map<string, Value>();
  const items = value.items.filter((item) => item.kind === 'call');
  const [unclear] = value.items.flatMap((item) => unclearItem(item, cls) ?? []);
  return sortTableItems(items, keywords, unclear ?? (value.open ? lost(cls) : undefined), cls);
}

function lost(cls: ClassValue, shown = 'partly'): UnknownValue {
  return unknown(`__table_args__ of ${cls.name} is ${shown} not known`, cls.origin);
}

/** Why an item may be a key, an index or options that are not known. */
function unclearItem(item: Value, cls: ClassValue): UnknownValue | undefined {
  if (item.kind === 'unknown') return item;
  if (item.kind === 'dict' || isNone(item)) return undefined;
  if (item.kind === 'call' && libraryName(item.callee) !== undefined) return undefined;
  return unknown(`${describe(item)} in __table_args__ is not known`, cls.origin);
}

function tableArgs(cls: ClassValue, hasTable: boolean): Value | undefined {
  const set = setByBase(cls, '__table_args__');
  if (set) return set;
  for (const base of classesOf(cls)) {
    const own = ownMembers(base).get('__table_args__')?.value;
    if (!own) continue;
    const declared = own.kind === 'function' && isDeclared(own);
    if (base !== cls && isMapped(base) && !declared) continue;
    // Those of a mixin are for classes that have a table of their own.
    if (base !== cls && !hasTable) return undefined;
    const value = findMember(cls, '__table_args__')?.value ?? own;
    return value.kind === 'function' ? callFor(value, cls, cls.origin) : value;
  }
  return undefined;
}

function options(value: Extract<Value, { kind: 'dict' }>): Map<string, Value> {
  return new Map(
    value.entries.flatMap(([key, item]) => (isString(key) ? [[key.value, item] as const] : [])),
  );
}

/** Sorts the items of a table by what they are. */
export function sortTableItems(
  items: readonly Call[],
  keywords: ReadonlyMap<string, Value>,
  unclear: UnknownValue | undefined,
  cls: ClassValue,
  table?: Call,
): TableArguments {
  const added = table ? addedIndexes(table, cls.module.all) : [];
  const all = [...items, ...inBody(cls), ...addedIndexes(cls, cls.module.all), ...added];
  return {
    primaryKey: all.find((item) => isCallOf(item, 'PrimaryKeyConstraint')),
    uniques: all.filter((item) => isCallOf(item, 'UniqueConstraint')),
    uniqueIndexes: all.filter((item) => isCallOf(item, 'Index') && isWholeUnique(item)),
    partialUniques: all.filter(
      (item) => isCallOf(item, 'Index') && isUniqueIndex(item) && isPartial(item),
    ),
    indexes: all.filter(
      (item) => isCallOf(item, 'Index') && !isWholeUnique(item) && !isPartial(item),
    ),
    checks: all.filter((item) => isCallOf(item, 'CheckConstraint')),
    foreignKeys: all.filter((item) => isCallOf(item, 'ForeignKeyConstraint')),
    schema: keywords.get('schema'),
    info: keywords.get('info'),
    unclear,
  };
}

/** Constraints and indexes in the body of the class find their table by the columns they name. */
function inBody(cls: ClassValue): Call[] {
  const assigned = [...ownMembers(cls).values()].map(({ value }) => value);
  const text = cls.outer.source.text;
  const stated = (cls.scope.bindings?.calls ?? [])
    .filter((node) =>
      /^(?:\w+\.)*(?:Index|UniqueConstraint)\(/.test(text.slice(node.from, node.from + 60)),
    )
    .map((node) => evaluate(node, frameOf(cls.scope)));
  return [...assigned, ...stated].filter(
    (value): value is NamedCall =>
      isCallOf(value, 'Index', 'UniqueConstraint') && namesByObjects(value),
  );
}

/** By the name of a column, no table is found. The first text of an index is its own name. */
function namesByObjects(item: Call): boolean {
  const columns = isCallOf(item, 'Index') ? item.args.slice(1) : item.args;
  return !columns.some(isString);
}

/** A partial unique index is no key: rows outside of its condition may share values. */
function isWholeUnique(item: Call): boolean {
  return isUniqueIndex(item) && !isPartial(item);
}

function isUniqueIndex(item: Call): boolean {
  const unique = item.keywords.get('unique');
  return unique?.kind === 'constant' && Boolean(unique.value);
}

function isPartial(item: Call): boolean {
  return [...item.keywords.keys()].some((name) => name.endsWith('_where'));
}

/** The columns that a constraint names, as strings, objects or attributes. */
export function namedColumns(
  args: readonly Value[],
  mapping: Mapping,
  item: Call,
): Known<readonly string[]> {
  const names: string[] = [];
  for (const arg of args) {
    const name = namedColumn(arg, mapping);
    if (name === undefined) {
      return arg.kind === 'unknown'
        ? unknownAt(arg.reason, arg.origin)
        : unknownAt(`${describe(arg)} cannot be read as a column`, item.origin);
    }
    names.push(name);
  }
  return names;
}

function namedColumn(value: Value, mapping: Mapping): string | undefined {
  if (isString(value)) return byKey(value.value, mapping);
  const key = tableColumn(value);
  if (key !== undefined) return byKey(key, mapping);
  if (value.kind === 'attribute') {
    const found = mapping.find(value.name);
    return found && readColumnName(found.definition);
  }
  if (value.kind !== 'call') return undefined;
  if (value.callee.kind === 'attribute' && /^(?:desc|asc)$/.test(value.callee.name)) {
    return namedColumn(value.callee.base, mapping);
  }
  for (let at: Mapping | undefined = mapping; at; at = at.parent) {
    const found = at.local.find(({ call }) => call === value);
    if (found) return readColumnName(found);
  }
  return undefined;
}

/** Constraints name columns by their keys, which are the names unless `key=` says otherwise. */
function byKey(key: string, mapping: Mapping): string {
  const found = mapping.local.find(({ call }) => {
    const said = call?.keywords.get('key');
    return isString(said) && said.value === key;
  });
  return (found && readColumnName(found)) ?? key;
}
