import { docstringIn } from './classes/docstrings.js';
import { evaluate } from './evaluate/expressions.js';
import type { Parameter } from './evaluate/functions.js';
import { parametersOf } from './evaluate/functions.js';
import { ownMembers } from './evaluate/members.js';
import { classesOf } from './evaluate/mro.js';
import { moduleMember } from './evaluate/names.js';
import type { ClassValue, FunctionValue, Origin, UnknownValue, Value } from './evaluate/values.js';
import { isNone, unknown, unknownFact } from './evaluate/values.js';
import type { Known, Place, Unknown } from './facts.js';
import { readAnnotation, resolve } from './mapping/annotations.js';
import type { PythonModule } from './modules/modules.js';

/** What iterates: a function that yields is annotated as one of these. */
const ITERATORS = /^(?:typing|collections\.abc)\.(?:Async)?(?:Generator|Iterator|Iterable)$/;

/**
 * The type that calling a member of a module gives, each name by its whole path:
 * `shop.models.Member | None`. For a function that is async, or yields one value as a dependency of
 * FastAPI does, the type of that value. Undefined when the module has no such member.
 */
export function returnType(module: PythonModule, name: string): Known<string> | undefined {
  const value = moduleMember(module, name);
  if (value === undefined) return undefined;
  const text = typeOfCall(value, name, { source: module.source, offset: 0 });
  return typeof text === 'string' ? text : unknownFact(text);
}

/** The type that an attribute of a class is annotated with, each name by its whole path. */
export function attributeType(cls: ClassValue, name: string): string | undefined {
  const owner = classesOf(cls).find((each) => ownMembers(each).has(name));
  const member = owner && ownMembers(owner).get(name);
  const annotation = member && readAnnotation(member);
  if (!annotation) return undefined;
  const { scope, type } = annotation;
  const text = typeText(type, { source: scope.source, offset: member.from });
  return typeof text === 'string' ? text : undefined;
}

/** What a function takes, and how it is called. */
export interface Signature {
  readonly isAsync: boolean;
  readonly parameters: readonly (Pick<Parameter, 'name' | 'kind'> & {
    readonly hasDefault: boolean;
  })[];
  /** The first paragraph of its docstring, in one line; null when it has none. */
  readonly about: string | null;
  readonly at: Place;
}

/** Why a signature is not known. */
export interface UnknownSignature extends Unknown {
  /** Whether the member is known to be something else than a function. */
  readonly isOther: boolean;
}

/** The signature of a function of a module. Undefined when the module has no such member. */
export function signature(
  module: PythonModule,
  name: string,
): Signature | UnknownSignature | undefined {
  const value = moduleMember(module, name);
  if (value === undefined) return undefined;
  const unread = (why: UnknownValue, isOther = false) => ({ ...unknownFact(why), isOther });
  const here = { source: module.source, offset: 0 };
  if (value.kind === 'unknown') return unread(value);
  if (value.kind !== 'function') return unread(unknown(`'${name}' is not a function`, here), true);
  const { source } = value.frame.scope;
  if (value.decorators.length > 0) {
    const origin = { source, offset: value.node.from };
    return unread(unknown(`${name}() is decorated`, origin));
  }
  return {
    isAsync: value.node.getChild('async') !== null,
    parameters: parametersOf(value).map(({ name: each, kind, default: initial }) => ({
      name: each,
      kind,
      hasDefault: initial !== undefined,
    })),
    about: docstringIn(value.node, source),
    at: source.place(value.node.from),
  };
}

function typeOfCall(value: Value, name: string, origin: Origin): string | UnknownValue {
  if (value.kind === 'function') return returnTypeOf(value);
  // Calling a class makes an instance of it.
  return value.kind === 'class'
    ? typeText(value, origin)
    : unknown(`'${name}' is not a function`, origin);
}

function returnTypeOf(fn: FunctionValue): string | UnknownValue {
  const { scope, text } = fn.frame;
  const origin = { source: scope.source, offset: fn.node.from };
  if (fn.decorators.length > 0) return unknown(`${fn.name}() is decorated`, origin);
  const node = fn.node.getChild('TypeDef')?.lastChild;
  if (!node) return unknown(`${fn.name}() has no return annotation`, origin);
  const frame = { scope, text, late: true, typing: true };
  const type = resolve(evaluate(node, frame), scope, origin);
  const isIterator =
    type.kind === 'subscript' && type.base.kind === 'symbol' && ITERATORS.test(type.base.path);
  const item = isIterator ? type.args[0] : undefined;
  return typeText(item === undefined ? type : resolve(item, scope, origin), origin);
}

/** A type as Python writes it, with whole paths. */
function typeText(type: Value, origin: Origin): string | UnknownValue {
  if (isNone(type)) return 'None';
  switch (type.kind) {
    case 'class':
      return type.outer.kind === 'module'
        ? `${type.module.name}.${type.name}`
        : unknown(`${type.name} is not a member of a module`, origin);
    case 'symbol':
      return type.path.replace(/^builtins\./, '');
    case 'subscript': {
      const base = typeText(type.base, origin);
      if (typeof base !== 'string') return base;
      if (/^typing(?:_extensions)?\.Annotated$/.test(base)) return typeText(type.args[0]!, origin);
      const args = joined(type.args, ', ', origin);
      return typeof args === 'string' ? `${base}[${args}]` : args;
    }
    case 'union':
      return joined(type.members, ' | ', origin);
    case 'unknown':
      return type;
    default:
      return unknown('it cannot be written as a type', origin);
  }
}

function joined(types: readonly Value[], by: string, origin: Origin): string | UnknownValue {
  const texts = types.map((type) => typeText(type, origin));
  const missing = texts.find((text) => typeof text !== 'string');
  return missing ?? texts.join(by);
}
