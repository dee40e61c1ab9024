import { decoratorCallsOf, isBase } from '../classes/mapped.js';
import { isCallOf } from '../evaluate/library.js';
import { findMember } from '../evaluate/members.js';
import { classesOf } from '../evaluate/mro.js';
import type { Call, ClassValue, Value } from '../evaluate/values.js';
import { changesTypeMaps } from './column-changes.js';

/** The `type_annotation_map` by which a class is mapped, which may have more where some code changes one. */
export function annotationMapOf(cls: ClassValue): Value | undefined {
  const { registry, base } = mapperOf(cls);
  const own = registry
    ? (registry.keywords.get('type_annotation_map') ?? registry.open)
    : findMember(base ?? cls, 'type_annotation_map')?.value;
  return changesTypeMaps(cls.module.all)
    ? { kind: 'dict', entries: own?.kind === 'dict' ? own.entries : [], open: true }
    : own;
}

/** What maps a class: the base that it extends, and the `registry(…)`. */
interface Mapper {
  readonly base: ClassValue | undefined;
  readonly registry: Call | undefined;
}

const mappers = new WeakMap<ClassValue, Mapper>();

function mapperOf(cls: ClassValue): Mapper {
  const known = mappers.get(cls);
  if (known) return known;
  const found = { base: classesOf(cls).find(isBase), registry: registryOf(cls) };
  mappers.set(cls, found);
  return found;
}

/** Whether two classes find each other by name: they have the same base, or the same `registry(…)`. */
export function isSameRegistry(one: ClassValue, other: ClassValue): boolean {
  const [a, b] = [mapperOf(one), mapperOf(other)];
  if (a.registry || b.registry) return isSame(a.registry, b.registry);
  return a.base === b.base;
}

/** The `registry(…)` that maps a class: that of its decorator, or of its base. */
function registryOf(cls: ClassValue): Call | undefined {
  for (const base of classesOf(cls)) {
    const said =
      decoratorCallsOf(base).map(registryOfDecorator).find(Boolean) ??
      (isBase(base) ? findMember(base, 'registry')?.value : undefined);
    if (isCallOf(said, 'registry')) return said;
  }
  return undefined;
}

/** `@reg.mapped`, `@reg.mapped_as_dataclass(…)`, `@mapped_as_dataclass(reg)` */
function registryOfDecorator(decorator: Value): Value | undefined {
  if (isCallOf(decorator, 'mapped_as_dataclass'))
    return decorator.args[0] ?? decorator.keywords.get('registry');
  const callee = decorator.kind === 'call' ? decorator.callee : decorator;
  return callee.kind === 'attribute' ? callee.base : undefined;
}

/** The `MetaData(…)` of a class: its own, or that of its registry. */
export function metadataOf(cls: ClassValue): Value | undefined {
  const own = findMember(cls, 'metadata')?.value;
  return own ? resolveMetadata(own) : mapperOf(cls).registry?.keywords.get('metadata');
}

/** What `Base.metadata` and `reg.metadata` are; the value itself where that is not known. */
export function resolveMetadata(value: Value): Value | undefined {
  if (value.kind !== 'attribute' || value.name !== 'metadata') return value;
  const { base } = value;
  if (base.kind === 'class') return metadataOf(base);
  if (base.kind === 'call') return metadataOfCall(base, value);
  const isRegistry = base.kind === 'attribute' && base.name === 'registry';
  return isRegistry && base.base.kind === 'class' ? metadataOf(base.base) : value;
}

/** `registry(metadata=…)`, `declarative_base(metadata=…)`, `reg.generate_base()` */
function metadataOfCall(base: Call, value: Value): Value | undefined {
  if (isCallOf(base, 'registry', 'declarative_base')) return base.keywords.get('metadata');
  const { callee } = base;
  const isMade = callee.kind === 'attribute' && callee.name === 'generate_base';
  return isMade && isCallOf(callee.base, 'registry') ? callee.base.keywords.get('metadata') : value;
}

/** Whether two values are the same call in the source. */
export function isSame(a: Value | undefined, b: Value | undefined): boolean {
  return (
    a?.kind === 'call' &&
    b?.kind === 'call' &&
    a.origin.source === b.origin.source &&
    a.origin.offset === b.origin.offset
  );
}
