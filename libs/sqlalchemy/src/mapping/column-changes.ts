import { isCallOf } from '../evaluate/library.js';
import { lookupIn } from '../evaluate/names.js';
import type { Scope } from '../evaluate/scope.js';
import type { ClassValue, Value } from '../evaluate/values.js';
import type { ColumnFacts, Unknown } from '../facts.js';
import type { Modules } from '../modules/modules.js';
import { unknownAt } from './known.js';
import type { ColumnDefinition } from './members.js';

/** A statement that changes a column that was made before. */
interface Change {
  /** The name of the column, or the attribute of the class. */
  readonly column?: string;
  readonly attribute?: string;
  /** What of it is set. */
  readonly set: string;
  readonly reason: Unknown;
}

/** `Article.__table__.c.title.nullable = False` */
const IN_TABLE = /^\w+(?:\.__table__)?\.(?:c|columns)(?:\.(\w+)|\[\s*["']([^"']+)["']\s*\])\.(\w+)/;
/** `Article.title.property.columns[0].nullable = False` */
const IN_PROPERTY = /^\w+\.(\w+)\.(?:property|prop)\.columns\[0\]\.(\w+)/;
/** `title.nullable = False`, before a class has the column or in its body */
const OF_COLUMN = /^(\w+)(?:\.column)?\.(\w+)/;
const SETATTR = /^setattr\(\s*([^,]+?)\s*,\s*["'](\w+)["']/;

/** The facts that are unknown after something of a column is set. */
const FACTS = new Map<string, readonly (keyof ColumnFacts)[]>([
  ['nullable', ['nullable']],
  ['type', ['type', 'sqlType', 'length', 'precision', 'scale']],
  ['default', ['default']],
  ['onupdate', ['onUpdate']],
  ['server_default', ['serverDefault', 'computed', 'identity']],
  ['server_onupdate', ['serverOnUpdate']],
]);

interface Index {
  /** How many modules were looked through. */
  done: number;
  readonly byClass: Map<ClassValue, Change[]>;
  /** By where a table or a column is made. */
  readonly byPlace: Map<string, Change[]>;
}

const indexes = new WeakMap<Modules, Index>();

/** The facts of a column, without those that later statements change. */
export function withoutChanged(
  facts: ColumnFacts,
  { owner, call }: ColumnDefinition,
  cls: ClassValue,
  table: Value | undefined,
): ColumnFacts {
  const { byClass, byPlace } = updated(cls.module.all);
  const ofTable = table?.kind === 'call' ? byPlace.get(placeOf(table)) : undefined;
  const named = [...(byClass.get(cls) ?? []), ...(ofTable ?? []), ...inBody(owner)].filter(
    ({ column, attribute }) => column === facts.column || attribute === facts.attribute,
  );
  const own = (call && byPlace.get(placeOf(call))) ?? [];
  return [...named, ...own].reduce(
    (known, { set, reason }) => ({
      ...known,
      ...Object.fromEntries((FACTS.get(set) ?? []).map((fact) => [fact, reason])),
    }),
    facts,
  );
}

function updated(session: Modules): Index {
  let index = indexes.get(session);
  if (!index) {
    index = { done: 0, byClass: new Map(), byPlace: new Map() };
    indexes.set(session, index);
  }
  while (index.done < session.read.length) {
    const { scope } = session.read[index.done++]!;
    for (const { shown, offset } of targetsIn(scope)) noteStatement(shown, offset, scope, index);
  }
  return index;
}

function noteStatement(shown: string, offset: number, scope: Scope, index: Index): void {
  const change = changeIn(shown, offset, scope);
  if (!change || !FACTS.has(change.set)) return;
  const found = lookupIn(scope, /^\w+/.exec(shown)![0]);
  // `table = Article.__table__`
  const owner = found?.kind === 'attribute' && found.name === '__table__' ? found.base : found;
  const isOfColumn = change.column === undefined && isCallOf(owner, 'Column', 'mapped_column');
  if (owner?.kind === 'class') push(index.byClass, owner, change);
  else if (isOfColumn || isCallOf(owner, 'Table')) push(index.byPlace, placeOf(owner), change);
}

/** What the body of a class does to the columns in it. */
function inBody({ scope }: ClassValue): Change[] {
  return targetsIn(scope).flatMap(({ shown, offset }) => changeIn(shown, offset, scope) ?? []);
}

function changeIn(shown: string, offset: number, scope: Scope): Change | undefined {
  const reason = unknownAt('a statement changes it', { source: scope.source, offset });
  const [, plain, quoted, inTable] = IN_TABLE.exec(shown) ?? [];
  if (inTable !== undefined) return { column: (plain ?? quoted)!, set: inTable, reason };
  const [, property, inProperty] = IN_PROPERTY.exec(shown) ?? [];
  if (inProperty !== undefined) return { attribute: property!, set: inProperty, reason };
  const [, attribute, set] = OF_COLUMN.exec(shown) ?? [];
  return set === undefined ? undefined : { attribute: attribute!, set, reason };
}

/** What statements assign to, apart from names; `setattr(column, 'nullable', False)` assigns, too. */
function targetsIn(scope: Scope): { shown: string; offset: number }[] {
  const { text } = scope.source;
  const { assignments = [], calls = [] } = scope.bindings ?? {};
  return [
    ...assignments.map(({ target: { from, to } }) => ({
      shown: text.slice(from, to),
      offset: from,
    })),
    ...calls.flatMap(({ from, to }) => {
      const [, target, name] = SETATTR.exec(text.slice(from, to)) ?? [];
      return target === undefined ? [] : [{ shown: `${target}.${name!}`, offset: from }];
    }),
  ];
}

function placeOf({ origin }: { readonly origin: ClassValue['origin'] }): string {
  return `${origin.source.file}:${String(origin.offset)}`;
}

function push<K>(index: Map<K, Change[]>, key: K, change: Change): void {
  const known = index.get(key);
  if (known) known.push(change);
  else index.set(key, [change]);
}
