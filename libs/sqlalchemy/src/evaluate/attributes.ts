import { enumMember, enumNames, isEnum, isOpenEnum } from '../classes/enums.js';
import { isMapped } from '../classes/mapped.js';
import type { Member } from '../classes/members.js';
import { findMember } from '../classes/members.js';
import { classesOf, resolveBases } from '../classes/mro.js';
import { codeOf } from '../python/source.js';
import { decoratorText } from '../python/syntax.js';
import { flaskMetadata, flaskModel } from './flask.js';
import { resultOf } from './calls.js';
import { callFunction, isDeclared } from './functions.js';
import { isExported, isFlaskDatabase, libraryName } from './library.js';
import { moduleMember } from './names.js';
import { flattened, isLiteral } from './typing.js';
import type { ClassValue, FunctionValue, Origin, Value } from './values.js';
import { constant, describe, sequence, symbol, unknown } from './values.js';

/** `base.name` */
export function attributeOf(base: Value, name: string, origin: Origin): Value {
  switch (base.kind) {
    case 'unknown':
      return base;
    case 'module': {
      if (name === '__name__') return constant(base.module.name);
      const found = moduleMember(base.module, name);
      return (
        found ??
        unknown(`${base.module.name} does not define '${name}' where it can be read`, origin)
      );
    }
    case 'symbol':
      if (base.path === 'builtins.__name__') return base;
      return symbol(`${base.path}.${name}`, base.missing);
    case 'class':
      return classAttribute(base, name, origin);
    case 'member':
      if (name === 'value' || name === '_value_') return base.value;
      if (name === 'name' || name === '_name_') return constant(base.name);
      return { kind: 'attribute', base, name };
    case 'call':
      if (isFlaskDatabase(base)) {
        if (name === 'Model') return flaskModel(base);
        if (name === 'metadata') return flaskMetadata(base) ?? { kind: 'attribute', base, name };
        if (name === 'Table') return { kind: 'attribute', base, name };
        const own = base.callee.kind === 'class' ? findMember(base.callee, name)?.value : undefined;
        if (own) return own.kind === 'function' ? { kind: 'attribute', base, name } : own;
        const lazy =
          base.callee.kind === 'class' ? findMember(base.callee, '__getattr__')?.value : undefined;
        if (lazy?.kind === 'function') {
          const made = callFunction(
            { ...lazy, self: base },
            {
              args: [constant(name)],
              keywords: new Map(),
              open: undefined,
              origin,
              frame: lazy.frame,
            },
          );
          if (made.kind === 'class') return made;
        }
        return isExported(name)
          ? symbol(`sqlalchemy.${name}`)
          : symbol(`flask_sqlalchemy.SQLAlchemy.${name}`, true);
      }
      return instanceAttribute(base.callee, name) ?? { kind: 'attribute', base, name };
    case 'subscript':
      // `Literal['a', 'b'].__args__`
      return name === '__args__' && isLiteral(base)
        ? sequence(base.args)
        : { kind: 'attribute', base, name };
    case 'alias':
      return name === '__value__' ? base.value : { kind: 'attribute', base, name };
    case 'constant':
      // None has no attributes, so it is something else by then.
      return base.value === null
        ? unknown(`'${name}' is an attribute of what is None at first`, origin)
        : { kind: 'attribute', base, name };
    case 'function':
      if (name === '__name__') return constant(base.name);
      return { kind: 'attribute', base, name };
    default:
      return { kind: 'attribute', base, name };
  }
}

function classAttribute(cls: ClassValue, name: string, origin: Origin): Value {
  if (name === '__name__' || name === '__qualname__') return constant(cls.name);
  if (name === '__module__') return constant(cls.module.name);
  const member = enumMember(cls, name);
  if (member) return member;
  if (name === '__members__' && isEnum(cls)) return membersByName(cls);
  if (name === '__table__') return { kind: 'attribute', base: cls, name };
  const found = findMember(cls, name);
  if (!found?.value) return { kind: 'attribute', base: cls, name };
  const { value } = found;
  if (value.kind === 'function') return methodOf(value, cls, found);
  if (value.kind === 'call' && libraryName(value.callee) === 'Column')
    return { kind: 'attribute', base: cls, name };
  if (
    value.kind === 'call' &&
    /^(?:mapped_column|relationship|deferred|column_property)$/.test(
      libraryName(value.callee) ?? '',
    )
  ) {
    return { kind: 'attribute', base: cls, name };
  }
  const changed = classesOf(cls).find((base) => setLater(base).has(name));
  if (changed) return unknown(`'${name}' of ${changed.name} is set again later`, origin);
  return value;
}

const later = new WeakMap<ClassValue, ReadonlySet<string>>();

/** The attributes that a class gets from its methods, or behind it: `cls.length = 30`. */
function setLater(cls: ClassValue): ReadonlySet<string> {
  const known = later.get(cls);
  if (known) return known;
  const names = new Set<string>();
  const { text } = cls.outer.source;
  for (const { target } of cls.outer.bindings?.assignments ?? []) {
    const [base, name] = text.slice(target.from, target.to).split('.');
    if (base === cls.name && name) names.add(name);
  }
  for (const [binding] of cls.scope.bindings?.names.values() ?? []) {
    if (binding?.kind !== 'function') continue;
    const code = codeOf(text.slice(binding.node.from, binding.node.to));
    for (const [, base, name] of code.matchAll(/\b(\w+)\.(\w+)\s*(?::[^=\n]+)?=(?!=)/g))
      if (base === 'cls' || base === cls.name) names.add(name!);
  }
  later.set(cls, names);
  return names;
}

/** `Status.__members__`: members by their names, and by those of aliases. */
function membersByName(cls: ClassValue): Value {
  const entries = enumNames(cls).map((name) => [constant(name), enumMember(cls, name)!] as const);
  return { kind: 'dict', entries, open: isOpenEnum(cls) };
}

/** A method, looked up on its class: bound to it where Python binds it. */
function methodOf(value: FunctionValue, cls: ClassValue, { name, owner }: Member): Value {
  const decorators = value.decorators.map((node) => decoratorText(value.frame.text, node));
  if (decorators.length === 0 || decorators.includes('staticmethod')) return value;
  const attribute: Value = { kind: 'attribute', base: cls, name };
  if (isDeclared(value)) {
    // A class has the constant that SQLAlchemy made for a model it extends, but its own `__tablename__`.
    const isInherited = classesOf(cls).some(
      (base) => base !== cls && isMapped(base) && classesOf(base).includes(owner),
    );
    if (isInherited && !/^__.*__$/.test(name)) return attribute;
    const made = resultOf({ ...value, self: cls }, cls.origin);
    return made.kind === 'constant' ? made : attribute;
  }
  return decorators.includes('classmethod') ? { ...value, self: cls } : attribute;
}

/** A constant of the class, seen through an instance: `settings.LENGTH`. */
function instanceAttribute(callee: Value, name: string): Value | undefined {
  if (callee.kind !== 'class') return undefined;
  if (resolveBases(callee).some((base) => base.kind !== 'class')) return undefined;
  // What `__init__` sets is not followed.
  if (findMember(callee, '__init__') ?? findMember(callee, '__getattribute__')) return undefined;
  const found = findMember(callee, name);
  return found?.value?.kind === 'constant' ? found.value : undefined;
}

/** `base[args]` */
export function subscript(base: Value, args: readonly Value[], origin: Origin): Value {
  if (base.kind === 'unknown') return base;
  const [index] = args;
  if (index?.kind === 'constant' && args.length === 1) {
    if (base.kind === 'dict') {
      const entry = base.entries.findLast(
        ([key]) => key.kind === 'constant' && key.value === index.value,
      );
      if (entry) return entry[1];
      return unknown(`it has no ${describe(index)} that can be read`, origin);
    }
    if (base.kind === 'sequence' && typeof index.value === 'number') {
      const item = base.open && index.value < 0 ? undefined : base.items.at(index.value);
      return item ?? unknown('the list is not known', origin);
    }
    if (base.kind === 'class' && typeof index.value === 'string') {
      const member = enumMember(base, index.value);
      if (member) return member;
    }
  }
  return { kind: 'subscript', base, args: flattened(base, args), origin };
}
