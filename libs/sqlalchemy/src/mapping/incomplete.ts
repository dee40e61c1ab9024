import { decoratorsOf } from '../classes/mapped.js';
import { libraryName } from '../evaluate/library.js';
import { findMember, ownMembers } from '../evaluate/members.js';
import { classKeyword, linearise } from '../evaluate/mro.js';
import type { ClassValue, Value } from '../evaluate/values.js';
import { describe, unknown, unknownFact } from '../evaluate/values.js';
import type { Unknown } from '../facts.js';
import { isOpaque } from '../modules/opaque.js';
import { codeOf } from '../python/source.js';
import { children } from '../python/syntax.js';
import { unknownAt } from './known.js';
import type { Mapping } from './mapped-class.js';

/** Why a class may have more attributes than its facts list. */
export function incompleteness(cls: ClassValue, mapping: Mapping): Unknown[] {
  const found: Unknown[] = [];
  for (const base of linearise(cls)) {
    if (base.kind === 'unknown') found.push(unknownFact(base));
    else if (base.kind === 'symbol') found.push(...ofSymbol(base.path, cls));
    else found.push(...ofClass(base));
  }
  for (const definition of mapping.definitions) {
    if (definition.kind !== 'unclear') continue;
    const { reason, attribute } = definition;
    found.push(
      unknownFact(unknown(`'${attribute}' may be a column: ${reason.reason}`, reason.origin)),
    );
  }
  if (mapping.parent && mapping.inheritance?.kind !== 'concrete')
    found.push(...mapping.parent.incomplete);
  const seen = new Set<string>();
  return found.filter((one) => {
    const key = `${one.unknown} ${one.at.file} ${String(one.at.line)}`;
    return !seen.has(key) && seen.add(key);
  });
}

function ofSymbol(path: string, cls: ClassValue): Unknown[] {
  if (/\b(?:DeferredReflection|automap_base)$/.test(path)) {
    return [unknownAt('its columns are read from the database', cls.origin)];
  }
  return isOpaque(path) || path.startsWith('builtins.')
    ? []
    : [unknownAt(`its base ${path} was not found`, cls.origin)];
}

/** What a class of the project does to those that extend it, or to itself. */
function ofClass(cls: ClassValue): Unknown[] {
  const found: Unknown[] = [];
  const { source } = cls.outer;
  const error = cls.node && cls.module.syntaxError;
  if (error !== undefined) found.push(unknownAt(error.message, { source, offset: error.offset }));
  for (const decorator of decoratorsOf(cls)) {
    if (!isHarmless(decorator))
      found.push(unknownAt(`its decorator ${describe(decorator)} may add attributes`, cls.origin));
  }
  if (ownMembers(cls).has('__versioned__')) {
    found.push(
      unknownAt('SQLAlchemy-Continuum adds attributes for the versions of its rows', cls.origin),
    );
  }
  for (const name of ['__init_subclass__', '__declare_first__', '__declare_last__']) {
    const hook = findOwnFunction(cls, name);
    if (hook !== undefined && CHANGES.test(hook))
      found.push(unknownAt(`${name} of ${cls.name} may add attributes`, cls.origin));
  }
  const meta = cls.node && classKeyword(cls, 'metaclass');
  if (
    meta?.kind === 'class' &&
    ['__new__', '__init__'].some((name) => addsAttributes(meta, name))
  ) {
    found.push(unknownAt(`its metaclass ${meta.name} may add attributes`, cls.origin));
  }
  if (meta?.kind === 'unknown' || (meta?.kind === 'symbol' && meta.missing)) {
    found.push(unknownAt(`its metaclass ${describe(meta)} cannot be read`, cls.origin));
  }
  found.push(...ofBody(cls));
  return found;
}

const CHANGES =
  /\bsetattr\(|\bcls\.(?!__tablename__|__table_args__|__mapper_args__|__abstract__)\w+\s*=[^=]|\b__annotations__\b|\bmapped_column\(|\bColumn\(/;

function findOwnFunction(cls: ClassValue, name: string): string | undefined {
  const binding = cls.scope.bindings?.names.get(name)?.at(-1);
  return binding && codeOf(cls.outer.source.text.slice(binding.node.from, binding.node.to));
}

function addsAttributes(meta: ClassValue, name: string): boolean {
  const member = findMember(meta, name);
  const text = member && findOwnFunction(member.owner, name);
  return (
    text !== undefined &&
    /\bsetattr\(|\]\s*=[^=]|\.update\(|\bColumn\(|\bmapped_column\(/.test(text)
  );
}

/** `locals()['x'] = Column(…)` in the body, or columns made in a loop. */
function ofBody(cls: ClassValue): Unknown[] {
  const { bindings } = cls.scope;
  const { source } = cls.outer;
  const found: Unknown[] = [];
  const dynamic = /^(?:locals|vars|globals|exec|setattr)\b/;
  for (const { target } of bindings?.assignments ?? []) {
    const [base] = children(target);
    if (base && dynamic.test(source.text.slice(base.from, base.to))) {
      found.push(
        unknownAt('the body of the class adds attributes with computed names', {
          source,
          offset: target.from,
        }),
      );
    }
  }
  for (const node of bindings?.calls ?? []) {
    if (dynamic.test(source.text.slice(node.from, node.to))) {
      found.push(
        unknownAt('the body of the class adds attributes with computed names', {
          source,
          offset: node.from,
        }),
      );
    }
  }
  return found;
}

/** What a function does that adds attributes to a class. */
const ADDS =
  /\bsetattr\(|\b\w+\.(?!_)\w+\s*=[^=]|\b(?:Column|mapped_column|relationship)\(|\b__annotations__\b/;

/** Decorators that add no attributes. */
function isHarmless(decorator: Value): boolean {
  if (libraryName(decorator) !== undefined) return true;
  if (decorator.kind === 'attribute')
    return /^(?:mapped|mapped_as_dataclass|as_declarative_base)$/.test(decorator.name);
  if (decorator.kind === 'function') {
    const { node, frame } = decorator;
    return !ADDS.test(codeOf(frame.text.slice(node.from, node.to)));
  }
  if (decorator.kind !== 'symbol' && decorator.kind !== 'class') return false;
  return /^(?:dataclasses|functools|typing|typing_extensions|abc|enum|warnings)\.|^sqlalchemy_utils\..*\b(?:generic_repr|force_auto_coercion|force_instant_defaults)$|^zope\.interface\..*\bimplementer$|\b(?:generic_repr|deprecated|total_ordering|final)$/.test(
    describe(decorator),
  );
}
