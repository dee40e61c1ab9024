import { decoratorsOf, isMapped } from '../classes/mapped.js';
import { isDeclared } from '../evaluate/functions.js';
import { extendsSymbol, libraryName } from '../evaluate/library.js';
import type { Member } from '../evaluate/members.js';
import { ownMembers } from '../evaluate/members.js';
import { classesOf, classKeyword, linearise } from '../evaluate/mro.js';
import { truth } from '../evaluate/truth.js';
import type { Call, ClassValue, Value } from '../evaluate/values.js';
import { describe } from '../evaluate/values.js';
import type { Known, ParameterFacts, Unknown } from '../facts.js';
import { readAnnotation } from './annotations.js';
import { isCopied, isOverridden } from './bare-annotations.js';
import { asFlag, unknownAt } from './known.js';

/**
 * What the constructor of a dataclass takes; null for a class that is none: SQLAlchemy's own
 * constructor takes any attribute, and needs none.
 */
export function parametersOf(cls: ClassValue): Known<readonly ParameterFacts[] | null> {
  const foreign = decoratorsOf(cls)
    .map(describe)
    .find((each) => FOREIGN.test(each));
  if (foreign !== undefined) {
    return unknownAt(`its decorator ${foreign} creates the constructor`, cls.origin);
  }
  if (!isDataclass(cls)) return null;
  if (ownMembers(cls).has('__init__')) {
    return unknownAt(`${cls.name} has its own constructor`, cls.origin);
  }
  const found = new Map<string, ParameterFacts>();
  for (const base of linearise(cls).toReversed()) {
    if (base.kind === 'unknown') return unknownAt(base.reason, base.origin);
    if (base.kind === 'symbol') continue;
    const init = constructorFlag(base);
    if (init === false) return null;
    if (init !== true) return init;
    const problem = addParameters(base, cls, found);
    if (problem) return problem;
  }
  return [...found.values()];
}

/** Dataclasses that SQLAlchemy maps, but does not make. */
const FOREIGN = /^(?:dataclasses|attrs?)\./;

/** SQLAlchemy's own decorators, of whatever registry. */
const DECORATORS = /\b(?:mapped_as_dataclass|unmapped_dataclass)$/;

/** Adds what the body of one class says, which may take parameters of its bases away. */
function addParameters(
  cls: ClassValue,
  target: ClassValue,
  found: Map<string, ParameterFacts>,
): Unknown | undefined {
  for (const member of ownMembers(cls).values()) {
    const { name, value, annotation, from } = member;
    const origin = { source: cls.outer.source, offset: from };
    if (value?.kind === 'function' && isDeclared(value)) {
      return unknownAt(`whether the constructor takes '${name}' is unknown`, origin);
    }
    if (!annotation || isNoField(member) || isIgnored(member, target)) continue;
    if (!isDataclass(cls)) {
      return unknownAt(`${cls.name}, which has '${name}', is not a dataclass`, origin);
    }
    const said = value?.kind === 'call' && isOptioned(value) ? value : undefined;
    if (said?.open) return unknownAt(said.open.reason, said.open.origin);
    const init = asFlag(said?.keywords.get('init'), origin, !isComputed(said));
    if (typeof init !== 'boolean') return init;
    if (!init) {
      found.delete(name);
      continue;
    }
    const isGiven = said
      ? said.keywords.has('default') || said.keywords.has('default_factory')
      : value !== undefined;
    found.set(name, {
      attribute: name,
      required: !isGiven,
      at: origin.source.place(origin.offset),
    });
  }
  return undefined;
}

/** Whether an annotation does not count, because another class has a column by its name. */
function isIgnored(member: Member, target: ClassValue): boolean {
  const { name, value, owner } = member;
  if (value !== undefined) return false;
  // The first class with the attribute that is mapped.
  const mapped = classesOf(target).findLast(
    (one) => isMapped(one) && classesOf(one).includes(owner),
  );
  if (!mapped) return false;
  return mapped === owner ? isCopied(member, owner) : isOverridden(name, mapped);
}

/** Whether SQLAlchemy makes a dataclass of a class. */
function isDataclass(cls: ClassValue): boolean {
  return (
    extendsSymbol(cls, /^sqlalchemy\.(?:.*\.)?MappedAsDataclass$/) ||
    linearise(cls).some(
      (base) =>
        base.kind === 'class' && decoratorsOf(base).some((each) => DECORATORS.test(describe(each))),
    )
  );
}

/** `class Base(MappedAsDataclass, init=False)` leaves the constructor to SQLAlchemy. */
function constructorFlag(cls: ClassValue): boolean | Unknown {
  const said = cls.node && classKeyword(cls, 'init');
  if (said) return truth(said) ?? unknownAt('whether there is a constructor', cls.origin);
  const { text } = cls.outer.source;
  const isSaid = cls.decorators.some((node) => /\binit\s*=/.test(text.slice(node.from, node.to)));
  return isSaid ? unknownAt('the arguments of its decorator are not evaluated', cls.origin) : true;
}

/** `ClassVar[…]`, `_: KW_ONLY` and what has no place in an instance. */
function isNoField(member: Member): boolean {
  const type = readAnnotation(member)?.type;
  return (
    (type !== undefined && /\b(?:ClassVar|KW_ONLY)\b/.test(describe(type))) ||
    /^__.*__$/.test(member.name)
  );
}

const OPTIONED =
  /^(?:Column|mapped_column|MappedColumn|deferred|relationship|column_property|query_expression|synonym|composite|association_proxy)$/;

/** Whether a call has the options of a dataclass's field: `mapped_column(init=False)`. */
function isOptioned({ callee }: Call): boolean {
  return OPTIONED.test(libraryName(callee) ?? '') || isField(callee);
}

function isField(callee: Value): boolean {
  return callee.kind === 'symbol' && callee.path === 'dataclasses.field';
}

/** What a query computes is no parameter, unless it says so. */
function isComputed(call: Call | undefined): boolean {
  return /^(?:column_property|query_expression)$/.test(libraryName(call?.callee) ?? '');
}
