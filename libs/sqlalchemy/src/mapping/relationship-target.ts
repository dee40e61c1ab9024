import { isMapped } from '../classes/mapped.js';
import { resultOf } from '../evaluate/functions.js';
import type { ClassValue, Origin, Value } from '../evaluate/values.js';
import { describe, isNone, isString } from '../evaluate/values.js';
import type { Known } from '../facts.js';
import { resolve, withoutNone } from './annotations.js';
import { isSameRegistry } from './class-registry.js';
import { unknownAt } from './known.js';
import type { Mapping, RelationshipDefinition } from './mapped-class.js';
import { readNeighbours, registryOf } from './registry.js';

const COLLECTION =
  /^(?:builtins\.(?:list|set|dict)|typing\.(?:List|Set|Dict|Sequence|Collection|MutableSequence|Iterable|MutableMapping|Mapping)|collections\.abc\.\w+|sqlalchemy\..*\b(?:MappedCollection|KeyFuncDict|AppenderQuery|OrderingList))$/;

/** The class that a relationship leads to. */
export function targetOf(definition: RelationshipDefinition, mapping: Mapping): Known<ClassValue> {
  const { call: made, annotation, origin } = definition;
  const named = made.args[0] ?? made.keywords.get('argument') ?? made.keywords.get('entity');
  if (named && !isNone(named)) return classOf(named, mapping, origin);
  if (made.open) return unknownAt(made.open.reason, made.open.origin);
  if (!annotation)
    return unknownAt(`${definition.attribute} does not say which model it refers to`, origin);
  return classOf(
    elementType(annotation.type, definition) ?? annotation.type,
    mapping,
    origin,
    definition,
  );
}

/** What is in `list[Comment]`; undefined when the annotation is no collection. */
export function elementType(
  type: Value,
  { annotation, origin }: RelationshipDefinition,
): Value | undefined {
  const scope = annotation!.scope;
  const plain = withoutNone(type, scope);
  if (plain.kind === 'subscript' && isCollection(plain.base)) {
    const item = plain.args.at(-1);
    return item && withoutNone(resolveName(item, scope, origin), scope);
  }
  return undefined;
}

function isCollection(base: Value): boolean {
  if (base.kind === 'symbol') return COLLECTION.test(base.path);
  return base.kind === 'class' && !isMapped(base);
}

/** A class by its name in an annotation may only be known to SQLAlchemy, so the name is kept. */
function resolveName(value: Value, scope: Parameters<typeof resolve>[1], origin: Origin): Value {
  if (!isString(value)) return value;
  const found = resolve(value, scope, origin);
  return found.kind === 'unknown' ? value : found;
}

function classOf(
  value: Value,
  mapping: Mapping,
  origin: Origin,
  definition?: RelationshipDefinition,
): Known<ClassValue> {
  if (value.kind === 'class') return definition ? inRegistry(value, mapping, origin) : value;
  if (isString(value)) return classByName(value.value, mapping, origin);
  if (value.kind === 'function') {
    const result = resultOf(value, origin);
    return result.kind === 'function'
      ? unknownAt('its target is not evaluated', origin)
      : classOf(result, mapping, origin);
  }
  const scope = definition?.annotation?.scope;
  if (scope && (value.kind === 'union' || value.kind === 'subscript')) {
    const plain = withoutNone(value, scope);
    const inner = resolveName(plain, scope, origin);
    if (inner.kind === 'class' || isString(inner)) return classOf(inner, mapping, origin);
  }
  if (value.kind === 'unknown') {
    const name = /^'(\w+)' is not defined$/.exec(value.reason)?.[1];
    return name === undefined
      ? unknownAt(value.reason, value.origin)
      : classByName(name, mapping, origin);
  }
  return unknownAt(`${describe(value)} is not a known class`, origin);
}

/** An annotation may name a class for type checkers; SQLAlchemy takes that of its registry by the name. */
function inRegistry(cls: ClassValue, mapping: Mapping, origin: Origin): ClassValue {
  if (isSameRegistry(cls, mapping.cls)) return cls;
  const found = classByName(cls.name, mapping, origin);
  return isClass(found) ? found : cls;
}

/** The mapped class that a name stands for, as SQLAlchemy finds it: `'Author'`, `'blog.models.Author'`. */
function classByName(text: string, mapping: Mapping, origin: Origin): Known<ClassValue> {
  if (!/^[\w.]+$/.test(text)) return unknownAt(`'${text}' is not evaluated`, origin);
  const path = text.split('.');
  const name = path.at(-1)!;
  const { cls } = mapping;
  const fits = (one: ClassValue) =>
    path.length === 1 ||
    `${one.module.name}.${one.name}`.endsWith(`.${text}`) ||
    `${one.module.name}.${one.name}` === text;
  const find = () => {
    const registry = registryOf(cls.module.all);
    registry.update();
    const all = (registry.classes.get(name) ?? []).filter(fits);
    const own = all.filter((one) => isSameRegistry(one, cls));
    return own.length > 0 ? own : all;
  };
  let found = find();
  if (found.length === 0) {
    readNeighbours(cls.module);
    found = find();
  }
  if (found.length === 1) return found[0]!;
  return unknownAt(
    found.length === 0
      ? `the model '${text}' was not found`
      : `there are several models called '${text}'`,
    origin,
  );
}

/** Whether the target is known. */
export function isClass(target: Known<ClassValue>): target is ClassValue {
  return 'kind' in target;
}
