import { append } from '../append.js';
import { evaluate, evaluateExpression } from '../evaluate/expressions.js';
import { isCallOf } from '../evaluate/library.js';
import { stateOf } from '../evaluate/names.js';
import { frameOf, type Scope } from '../evaluate/values.js';
import type { Call, ClassValue, NamedCall, UnknownValue, Value } from '../evaluate/values.js';
import { describe, isString, unknown } from '../evaluate/values.js';
import type { Member } from '../evaluate/members.js';
import { classesOf } from '../evaluate/mro.js';
import type { PythonModule } from '../modules/module.js';
import type { Modules } from '../modules/modules.js';
import { children } from '../python/syntax.js';

/** What statements outside of a class do to it. */
interface Additions {
  readonly members: Member[];
  readonly indexes: Call[];
  readonly unclear: UnknownValue[];
}

interface Index {
  /** How many modules were looked through. */
  done: number;
  readonly byClass: WeakMap<ClassValue, Additions>;
  /** Of tables without a class, by where they are made. */
  readonly byTable: Map<string, Additions>;
  /** Changed classes whose bases were not looked at yet. */
  readonly changed: ClassValue[];
  /** Changed classes, by each of their bases. */
  readonly byBase: WeakMap<ClassValue, ClassValue[]>;
}

type Target = ClassValue | Call;

const indexes = new WeakMap<Modules, Index>();

/** Attributes that are set after the class: `Article.total = column_property(…)`. */
export function addedMembers(cls: ClassValue): readonly Member[] {
  return additionsTo(cls, cls.module.all).members;
}

/** Keys and indexes that are made after the class: `Index('…', Article.slug, unique=True)`. */
export function addedIndexes(cls: ClassValue): readonly Call[] {
  return additionsTo(cls, cls.module.all).indexes;
}

/** The classes that extend one, and that statements outside of them change. */
export function changedSubclasses(cls: ClassValue): readonly ClassValue[] {
  const index = readAll(cls.module.all);
  for (const each of index.changed.splice(0)) {
    for (const base of classesOf(each).slice(1)) {
      append(index.byBase, base, each);
    }
  }
  return index.byBase.get(cls) ?? [];
}

/** Statements that may add attributes in a way that is not followed. */
export function unclearAdditions(cls: ClassValue): readonly UnknownValue[] {
  return additionsTo(cls, cls.module.all).unclear;
}

const NOTHING: Additions = { members: [], indexes: [], unclear: [] };

/** What is done to a class, or to a table, in the modules that have been read so far. */
export function additionsTo(target: Target, session: Modules): Additions {
  const index = readAll(session);
  const found =
    target.kind === 'class' ? index.byClass.get(target) : index.byTable.get(placeOf(target));
  return found ?? NOTHING;
}

function readAll(session: Modules): Index {
  let index = indexes.get(session);
  if (!index) {
    index = {
      done: 0,
      byClass: new WeakMap(),
      byTable: new Map(),
      changed: [],
      byBase: new WeakMap(),
    };
    indexes.set(session, index);
  }
  while (index.done < session.read.length) scan(session.read[index.done++]!, index);
  return index;
}

function placeOf({ origin }: Call): string {
  return `${origin.source.file}:${String(origin.offset)}`;
}

function scan(module: PythonModule, index: Index): void {
  const { scope } = module;
  const frame = frameOf(scope);
  const { text } = module.source;
  const of = (target: Target): Additions => {
    const known =
      target.kind === 'class' ? index.byClass.get(target) : index.byTable.get(placeOf(target));
    if (known) return known;
    const made: Additions = { members: [], indexes: [], unclear: [] };
    if (target.kind === 'class') {
      index.byClass.set(target, made);
      index.changed.push(target);
    } else index.byTable.set(placeOf(target), made);
    return made;
  };
  for (const { target, value, guards } of scope.bindings?.assignments ?? []) {
    const [base, dot, name] = children(target);
    if (!base || dot?.name !== '.' || !name || base.name !== 'VariableName') continue;
    if (stateOf(guards, scope) === 'no') continue;
    const cls = evaluate(base, frame);
    if (cls.kind !== 'class') continue;
    const attribute = text.slice(name.from, name.to);
    const set = evaluateExpression(value, frame);
    of(cls).members.push(addedMember(attribute, set, cls, scope, target.from));
  }
  for (const node of scope.bindings?.calls ?? []) {
    const callee = node.firstChild;
    const shown = callee ? text.slice(callee.from, callee.to) : '';
    if (
      !/(?:^setattr|\.add_property|\.append_column|\.append_constraint|\.ddl_if|\bIndex|\bUniqueConstraint)$/.test(
        shown,
      )
    )
      continue;
    const args = callArguments(evaluate(node, frame));
    addCall(args, shown, of, scope, node.from);
  }
  for (const bindings of scope.bindings?.names.values() ?? []) {
    for (const binding of bindings) {
      const first = binding.value?.nodes[0];
      if (
        first?.name !== 'CallExpression' ||
        !/^(?:\w+\.)*(?:Index|UniqueConstraint)\(/.test(text.slice(first.from, first.from + 60))
      )
        continue;
      const made = evaluate(first, frame);
      if (isIndex(made)) addIndex(made, of);
    }
  }
}

function callArguments(value: Value): Call | undefined {
  return value.kind === 'call' ? value : undefined;
}

function addCall(
  made: Call | undefined,
  shown: string,
  of: (target: Target) => Additions,
  scope: Scope,
  offset: number,
): void {
  const origin = { source: scope.source, offset };
  if (isIndex(made)) {
    addIndex(made, of);
    return;
  }
  const [target, name, value] = made?.args ?? [];
  if (shown === 'setattr' && target?.kind === 'class') {
    if (isString(name) && value) {
      of(target).members.push(addedMember(name.value, value, target, scope, offset));
    } else {
      of(target).unclear.push(unknown('setattr adds attributes', origin));
    }
  }
  const base = made?.callee.kind === 'attribute' ? made.callee.base : undefined;
  // Article.__mapper__.add_property(…), Article.__table__.append_column(…)
  const table = base?.kind === 'attribute' && base.name === '__table__' ? base.base : base;
  const changed = table?.kind === 'class' || isCallOf(table, 'Table') ? table : undefined;
  if (changed && shown.endsWith('.append_constraint') && target?.kind === 'call') {
    of(changed).indexes.push(target);
    return;
  }
  if (base?.kind === 'attribute' && base.base.kind === 'class') {
    of(base.base).unclear.push(unknown(`${describe(base)} is changed`, origin));
  } else if (isCallOf(base, 'Table'))
    of(base).unclear.push(unknown('the table is changed', origin));
}

/** An attribute that a statement of another scope sets: the place is one of that scope. */
function addedMember(
  name: string,
  value: Value,
  cls: ClassValue,
  scope: Scope,
  from: number,
): Member {
  const owner = { ...cls, outer: scope };
  return { name, value, annotation: undefined, from, owner, isAdded: true };
}

function isIndex(value: Value | undefined): value is NamedCall {
  return isCallOf(value, 'Index', 'UniqueConstraint');
}

function addIndex(made: Call, of: (target: Target) => Additions): void {
  const first = made.args.find((arg) => arg.kind === 'attribute');
  if (first?.kind !== 'attribute') return;
  const base =
    first.base.kind === 'attribute' && first.base.base.kind === 'attribute'
      ? first.base.base.base
      : first.base;
  if (base.kind === 'class') of(base).indexes.push(made);
  else if (base.kind === 'attribute' && isCallOf(base.base, 'Table'))
    of(base.base).indexes.push(made);
}
