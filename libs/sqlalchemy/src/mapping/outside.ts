import { append } from '../append.js';
import { evaluate, evaluateExpression } from '../evaluate/expressions.js';
import { isCallOf } from '../evaluate/library.js';
import type { Member } from '../evaluate/members.js';
import { stateOf } from '../evaluate/names.js';
import type { Call, ClassValue, Value } from '../evaluate/values.js';
import { frameOf } from '../evaluate/values.js';
import type { Modules, PythonModule } from '../modules/modules.js';
import type { SyntaxNode } from '../python/syntax.js';
import { children } from '../python/syntax.js';

/** What statements of the modules that have been read so far add to classes and tables. */
interface Additions {
  /** How many modules were looked through. */
  done: number;
  readonly members: Map<ClassValue, Member[]>;
  /** Keys, checks and indexes, by the class or by where the table is made. */
  readonly indexes: Map<ClassValue | string, Call[]>;
}

const additions = new WeakMap<Modules, Additions>();

/** Attributes that are set after the class: `Article.total = column_property(…)`. */
export function addedMembers(cls: ClassValue): readonly Member[] {
  return readAll(cls.module.all).members.get(cls) ?? [];
}

/** Keys and indexes that are made after a class or a table: `Index('…', Article.slug, unique=True)`. */
export function addedIndexes(target: ClassValue | Call, session: Modules): readonly Call[] {
  return readAll(session).indexes.get(keyOf(target)) ?? [];
}

function keyOf(target: ClassValue | Call): ClassValue | string {
  if (target.kind === 'class') return target;
  return `${target.origin.source.file}:${String(target.origin.offset)}`;
}

function readAll(session: Modules): Additions {
  let found = additions.get(session);
  if (!found) {
    found = { done: 0, members: new Map(), indexes: new Map() };
    additions.set(session, found);
  }
  while (found.done < session.read.length) scan(session.read[found.done++]!, found);
  return found;
}

const INDEX = /^(?:\w+\.)*(?:Index|UniqueConstraint)\(/;
const CONSTRAINT = /^\w+(?:\.__table__)?\.append_constraint\(/;

function scan({ scope, source: { text } }: PythonModule, { members, indexes }: Additions): void {
  const frame = frameOf(scope);
  for (const { target, value, guards } of scope.bindings?.assignments ?? []) {
    const [base, dot, name] = children(target);
    if (base?.name !== 'VariableName' || dot?.name !== '.' || !name) continue;
    if (stateOf(guards, scope) === 'no') continue;
    const cls = evaluate(base, frame);
    if (cls.kind !== 'class') continue;
    append(members, cls, {
      name: text.slice(name.from, name.to),
      value: evaluateExpression(value, frame),
      annotation: undefined,
      from: target.from,
      // The place is one of that scope.
      owner: { ...cls, outer: scope },
      isAdded: true,
    });
  }
  const assigned = [...(scope.bindings?.names.values() ?? [])].flat();
  const nodes: (SyntaxNode | undefined)[] = assigned.map(({ value }) => value?.nodes[0]);
  for (const node of [...(scope.bindings?.calls ?? []), ...nodes]) {
    if (node?.name !== 'CallExpression') continue;
    const shown = text.slice(node.from, node.from + 80);
    const made = INDEX.test(shown) || CONSTRAINT.test(shown) ? evaluate(node, frame) : undefined;
    if (made?.kind !== 'call') continue;
    const isIndex = isCallOf(made, 'Index', 'UniqueConstraint');
    const [item] = isIndex ? [made] : made.args;
    const named = isIndex ? made.args.find(({ kind }) => kind === 'attribute') : made.callee;
    const target = named && tableOf(named);
    if (target && item?.kind === 'call') append(indexes, keyOf(target), item);
  }
}

/** What `Article.slug`, `Article.__table__.c.slug` and `articles.append_constraint` are of. */
function tableOf(value: Value): ClassValue | Call | undefined {
  if (value.kind === 'class') return value;
  if (isCallOf(value, 'Table')) return value;
  return value.kind === 'attribute' ? tableOf(value.base) : undefined;
}
