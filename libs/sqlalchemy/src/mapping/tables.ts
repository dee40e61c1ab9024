import { isCallOf } from '../evaluate/library.js';
import type { Call, ClassValue, Value } from '../evaluate/values.js';
import { describe, isString, unknown, unknownFact } from '../evaluate/values.js';
import type { Known, Unknown } from '../facts.js';
import { columnArguments } from './column-arguments.js';
import { asString, unknownAt } from './known.js';
import type { ColumnDefinition, TableArguments } from './mapped-class.js';
import { sortTableItems } from './table-args.js';

/** What a `Table(…)` says of a class that is mapped to it. */
export interface ReadTable {
  readonly name: Known<string>;
  /** What it is registered in: its `MetaData`. */
  readonly metadata: Value | undefined;
  readonly columns: readonly ColumnDefinition[];
  readonly arguments: TableArguments;
  readonly incomplete: readonly Unknown[];
}

/** Reads `__table__ = Table('articles', metadata, Column(…), …)`. */
export function readTable(value: Value, cls: ClassValue): ReadTable {
  if (!isCallOf(value, 'Table') || !value.args[0]) {
    const unclear =
      value.kind === 'unknown' ? value : unknown(`its __table__ is ${describe(value)}`, cls.origin);
    const lost = unknownFact(unclear);
    return {
      name: lost,
      metadata: undefined,
      columns: [],
      arguments: sortTableItems([], new Map(), unclear, cls),
      incomplete: [lost],
    };
  }
  const incomplete: Unknown[] = [];
  if (value.open) incomplete.push(unknownAt(value.open.reason, value.open.origin));
  if (value.keywords.has('autoload_with') || value.keywords.has('autoload')) {
    incomplete.push(unknownAt('the columns are read from the database', value.origin));
  }
  const columns: ColumnDefinition[] = [];
  const items: Call[] = [];
  for (const item of value.args.slice(2)) {
    if (isCallOf(item, 'Column')) columns.push(definition(item, cls));
    else if (item.kind === 'call') items.push(item);
    else if (item.kind === 'unknown') incomplete.push(unknownAt(item.reason, item.origin));
  }
  return {
    name: asString(value.args[0], value.origin),
    metadata: value.args[1],
    columns,
    arguments: sortTableItems(items, value.keywords, undefined, cls, value),
    incomplete,
  };
}

/** Whether a `__table__` is `join(users, addresses)` or `users.join(addresses)`. */
export function isJoin(value: Value): boolean {
  if (isCallOf(value, 'join', 'outerjoin')) return true;
  if (value.kind !== 'call' || value.callee.kind !== 'attribute') return false;
  return value.callee.name === 'join' || value.callee.name === 'outerjoin';
}

function definition(item: Call, cls: ClassValue): ColumnDefinition {
  const { name } = columnArguments(item);
  const key = item.keywords.get('key') ?? name;
  const { text } = item.origin.source;
  const { offset } = item.origin;
  return {
    kind: 'column',
    attribute: isString(key) ? key.value : '',
    origin: item.origin,
    owner: cls,
    annotation: undefined,
    written: text.slice(offset, offset + 60).split('\n', 1)[0]!,
    call: item,
    wrapper: undefined,
  };
}
