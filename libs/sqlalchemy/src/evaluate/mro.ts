import type { Argument } from '../python/syntax.js';
import { argumentsOf } from '../python/syntax.js';
import { evaluate } from './expressions.js';
import type { Call, ClassValue, Symbol, UnknownValue, Value } from './values.js';
import { describe, frameOf, symbol, unknown } from './values.js';

/** What a class extends: a class of the project, one that is known by its name, or neither. */
export type Base = ClassValue | Symbol | UnknownValue;

const classArgs = new WeakMap<ClassValue, readonly Argument[]>();
const bases = new WeakMap<ClassValue, readonly Base[]>();
const orders = new WeakMap<ClassValue, readonly Base[]>();
const made = new WeakMap<Value, ClassValue>();

/** The classes that a class names as its bases. */
export function resolveBases(cls: ClassValue): readonly Base[] {
  const known = bases.get(cls);
  if (known) return known;
  // A class that extends itself has no bases.
  bases.set(cls, []);
  const found = baseValues(cls).flatMap((value) => asBases(value, cls));
  bases.set(cls, found);
  return found;
}

function baseValues(cls: ClassValue): readonly Value[] {
  if (cls.made) return cls.made.bases;
  return classArguments(cls)
    .filter(({ name }) => name === undefined || name === '*')
    .map(({ value }) => evaluate(value, frameOf(cls.outer)));
}

function classArguments(cls: ClassValue): readonly Argument[] {
  const known = classArgs.get(cls);
  if (known) return known;
  const list = cls.node?.getChild('ArgList');
  const found = list ? argumentsOf(list, cls.outer.source.text) : [];
  classArgs.set(cls, found);
  return found;
}

/** What a class statement says by name: `metaclass=…`, `table=True`. */
export function classKeyword(cls: ClassValue, name: string): Value | undefined {
  const found = classArguments(cls).find((argument) => argument.name === name);
  return found && evaluate(found.value, frameOf(cls.outer));
}

function asBases(value: Value, cls: ClassValue): readonly Base[] {
  switch (value.kind) {
    case 'class':
    case 'symbol':
    case 'unknown':
      return [value];
    case 'subscript':
      return asBases(value.base, cls);
    case 'sequence':
      return value.items.flatMap((item) => asBases(item, cls));
    case 'call':
      return [
        madeClass(value, cls) ??
          unknown(`its base ${describe(value)} is the result of a call`, value.origin),
      ];
    default:
      return [unknown(`its base ${describe(value)} cannot be read`, cls.origin)];
  }
}

/** The class that `declarative_base(cls=Model)` and the like make. */
export function madeClass(value: Call, near: ClassValue): ClassValue | undefined {
  const known = made.get(value);
  if (known) return known;
  const name = value.callee.kind === 'attribute' ? value.callee.name : lastName(value.callee);
  let extended: readonly Value[];
  const members = new Map<string, Value>();
  if (name === 'declarative_base' || name === 'generate_base' || name === 'automap_base') {
    const given = value.keywords.get('cls') ?? value.args[name === 'automap_base' ? 0 : 3];
    extended = [
      ...(given?.kind === 'sequence' ? given.items : given ? [given] : []),
      symbol(`sqlalchemy.orm.${name}`),
    ];
    for (const key of ['type_annotation_map', 'metadata']) {
      const said = value.keywords.get(key);
      if (said) members.set(key, said);
    }
    // `registry(…).generate_base()`
    if (value.callee.kind === 'attribute') members.set('registry', value.callee.base);
  } else if (name === 'with_metaclass') {
    extended = value.args.slice(1);
  } else {
    return undefined;
  }
  const cls: ClassValue = {
    ...near,
    name: 'Base',
    origin: value.origin,
    node: undefined,
    decorators: [],
    scope: { ...near.scope, bindings: undefined },
    made: { bases: extended, members },
  };
  made.set(value, cls);
  return cls;
}

function lastName(value: Value): string | undefined {
  return value.kind === 'symbol' ? value.path.split('.').at(-1) : undefined;
}

/** The classes in which Python looks for an attribute, in order (C3), the class itself first. */
export function linearise(cls: ClassValue): readonly Base[] {
  const known = orders.get(cls);
  if (known) return known;
  orders.set(cls, [cls]);
  const own = resolveBases(cls);
  const lists = own.map((base) => (base.kind === 'class' ? linearise(base) : [base]));
  const order = [cls, ...(merge([...lists, own]) ?? [...new Set(lists.flat())])];
  orders.set(cls, order);
  return order;
}

function merge(lists: readonly (readonly Base[])[]): Base[] | undefined {
  const rest = lists.map((list) => list.map((base) => ({ base, key: keyOf(base) })));
  const order: Base[] = [];
  for (;;) {
    const open = rest.filter((list) => list.length > 0);
    if (open.length === 0) return order;
    const next = open.find(
      ([head]) => !open.some((list) => list.slice(1).some(({ key }) => key === head!.key)),
    )?.[0];
    if (!next) return undefined;
    order.push(next.base);
    for (const list of rest) if (list[0]?.key === next.key) list.shift();
  }
}

function keyOf(base: Base): unknown {
  return base.kind === 'symbol' ? base.path : base;
}

/** The classes of the project in the order of `linearise`. */
export function classesOf(cls: ClassValue): ClassValue[] {
  return linearise(cls).filter((base) => base.kind === 'class');
}
