import { decoratorText } from '../python/syntax.js';
import { enumMember } from './enums.js';
import { flaskMetadata, flaskModel } from './flask.js';
import { isDeclared, resultOf } from './functions.js';
import { isExported, isFlaskDatabase, libraryName } from './library.js';
import type { Member } from './members.js';
import { findMember } from './members.js';
import { classesOf } from './mro.js';
import { moduleMember } from './names.js';
import { flattened, isLiteral } from './typing.js';
import type { Call, ClassValue, FunctionValue, Origin, Value } from './values.js';
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
      return (
        (isFlaskDatabase(base) && flaskAttribute(base, name)) || { kind: 'attribute', base, name }
      );
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

/** What `db = SQLAlchemy(…)` has. */
function flaskAttribute(base: Call, name: string): Value | undefined {
  if (name === 'Model') return flaskModel(base);
  if (name === 'metadata') return flaskMetadata(base);
  return isExported(name) && name !== 'Table' ? symbol(`sqlalchemy.${name}`) : undefined;
}

/** Attributes of a class that SQLAlchemy puts others in the place of. */
const INSTRUMENTED = /^(?:Column|mapped_column|relationship|deferred|column_property)$/;

function classAttribute(cls: ClassValue, name: string, origin: Origin): Value {
  if (name === '__name__' || name === '__qualname__') return constant(cls.name);
  if (name === '__module__') return constant(cls.module.name);
  const attribute: Value = { kind: 'attribute', base: cls, name };
  const found = findMember(cls, name);
  const member = enumMember(cls, name);
  if (member) return member;
  if (!found?.value || name === '__table__') return attribute;
  const { value } = found;
  if (value.kind === 'function') return methodOf(value, cls, found, attribute);
  if (isSetLater(found, name))
    return unknown(`'${name}' of ${found.owner.name} is set again later`, origin);
  const isInstrumented =
    value.kind === 'call' && INSTRUMENTED.test(libraryName(value.callee) ?? '');
  return isInstrumented ? attribute : value;
}

/** Whether code sets an attribute of a class again: `cls.length = 30` in a method. */
function isSetLater({ owner }: Member, name: string): boolean {
  const { text } = owner.outer.source;
  return new RegExp(`\\b(?:cls|${owner.name})\\.${name}\\s*=(?!=)`).test(text);
}

/** A method, looked up on its class: bound to it where Python binds it. */
function methodOf(
  value: FunctionValue,
  cls: ClassValue,
  { name, owner }: Member,
  attribute: Value,
): Value {
  const decorators = value.decorators.map((node) => decoratorText(value.frame.text, node));
  if (decorators.length === 0 || decorators.includes('staticmethod')) return value;
  if (isDeclared(value)) {
    // A class has the constant that SQLAlchemy made for a model it extends, but its own `__tablename__`.
    const isInherited = classesOf(cls).some(
      (base) => base !== cls && base !== owner && classesOf(base).includes(owner),
    );
    if (isInherited && !/^__.*__$/.test(name)) return attribute;
    const made = resultOf({ ...value, self: cls }, cls.origin);
    return made.kind === 'constant' ? made : attribute;
  }
  return decorators.includes('classmethod') ? { ...value, self: cls } : attribute;
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
