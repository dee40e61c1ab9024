import { append } from '../append.js';
import { isCallOf } from '../evaluate/library.js';
import { lookupIn } from '../evaluate/names.js';
import type { Scope } from '../evaluate/values.js';
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

/** The changes of the columns of a class or a table, by the column: there may be as many as columns. */
class Changes {
  private readonly byColumn = new Map<string, Change[]>();
  private readonly byAttribute = new Map<string, Change[]>();

  add(change: Change): void {
    const { column, attribute } = change;
    if (column !== undefined) append(this.byColumn, column, change);
    if (attribute !== undefined) append(this.byAttribute, attribute, change);
  }

  of({ column, attribute }: ColumnFacts): Change[] {
    const named = typeof column === 'string' ? this.byColumn.get(column) : undefined;
    return [...(named ?? []), ...(this.byAttribute.get(attribute) ?? [])];
  }
}

interface Index {
  /** How many modules were looked through. */
  done: number;
  readonly byClass: Map<ClassValue, Changes>;
  /** By where a table is made. */
  readonly byTable: Map<string, Changes>;
  /** By where a column is made. */
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
  const { byClass, byTable, byPlace } = updated(cls.module.all);
  const ofTable = table?.kind === 'call' ? byTable.get(placeOf(table)) : undefined;
  const named = [byClass.get(cls), ofTable, inBody(owner)].flatMap((all) => all?.of(facts) ?? []);
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
    index = { done: 0, byClass: new Map(), byTable: new Map(), byPlace: new Map() };
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
  if (owner?.kind === 'class') entry(index.byClass, owner).add(change);
  else if (isOfColumn) append(index.byPlace, placeOf(owner), change);
  else if (isCallOf(owner, 'Table')) entry(index.byTable, placeOf(owner)).add(change);
}

const bodies = new WeakMap<ClassValue, Changes>();

/** What the body of a class does to the columns in it. */
function inBody(cls: ClassValue): Changes {
  const known = bodies.get(cls);
  if (known) return known;
  const found = new Changes();
  for (const { shown, offset } of targetsIn(cls.scope)) {
    const change = changeIn(shown, offset, cls.scope);
    if (change) found.add(change);
  }
  bodies.set(cls, found);
  return found;
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

function entry<K>(index: Map<K, Changes>, key: K): Changes {
  const known = index.get(key);
  if (known) return known;
  const made = new Changes();
  index.set(key, made);
  return made;
}
