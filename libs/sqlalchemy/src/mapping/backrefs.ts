import { append } from '../append.js';
import { lookupIn } from '../evaluate/names.js';
import { isCallOf } from '../evaluate/library.js';
import type { Scope } from '../evaluate/values.js';
import type { ClassValue, Value } from '../evaluate/values.js';
import { isNone, isString } from '../evaluate/values.js';
import type { Known, RelationshipFacts, Unknown } from '../facts.js';
import { isUnknown } from '../facts.js';
import type { Modules } from '../modules/modules.js';
import { codeOf } from '../python/source.js';
import { asFlag, asString, unknownAt } from './known.js';
import type { Mapping } from './mapping.js';
import { mappingOf } from './mapping.js';
import type { Definition, RelationshipDefinition, UnclearDefinition } from './members.js';
import { registryOf } from './registry.js';
import { relationshipFacts } from './relationship.js';
import { isClass, targetOf } from './relationship-target.js';
import type { Suspect } from './suspects.js';
import { namesIn, onlyClass, onlyWord, suspectsOf } from './suspects.js';

interface Backref {
  readonly name: string;
  readonly definition: RelationshipDefinition;
  readonly made: Value;
  readonly other: Mapping;
}

interface Index {
  /** How many classes were looked through. */
  done: number;
  readonly byTarget: Map<ClassValue, Backref[]>;
  /** Relationships whose target is not found, unless it is in a module that is read later, by its name. */
  readonly lost: Map<string, Lost[]>;
}

interface Lost {
  readonly definition: RelationshipDefinition;
  readonly other: Mapping;
  readonly suspect: Suspect;
}

const indexes = new WeakMap<Modules, Index>();

/** What relationships of other classes that have been read make on this one. */
export function backrefsTo(mapping: Mapping): RelationshipFacts[] {
  const made = updated(mapping.cls.module.all).byTarget.get(mapping.cls) ?? [];
  return made.map(reverse);
}

/** Notes relationships of the classes that have been read, and what may be one, which may make a backref on any class that they name. */
export function noteBackrefs(session: Modules): void {
  updated(session);
}

function updated(session: Modules): Index {
  const registry = registryOf(session);
  registry.update();
  let index = indexes.get(session);
  if (!index) {
    index = { done: 0, byTarget: new Map(), lost: new Map() };
    indexes.set(session, index);
  }
  while (index.done < registry.all.length) {
    const cls = registry.all[index.done++]!;
    const lost = index.lost.get(cls.name) ?? [];
    index.lost.delete(cls.name);
    for (const { definition, other, suspect } of lost) {
      suspectsOf(session).remove(suspect);
      addRelationship(definition, other, index);
    }
    const other = mappingOf(cls);
    for (const definition of other.definitions) {
      if (definition.kind === 'relationship') addRelationship(definition, other, index);
      else if (definition.kind === 'unclear') suspectsOf(session).add(ofUnclear(definition, other));
    }
  }
  return index;
}

function addRelationship(definition: RelationshipDefinition, other: Mapping, index: Index): void {
  const { call, origin } = definition;
  const made = call.keywords.get('backref');
  if (made ? isNone(made) : !call.open) return;
  const target = targetOf(definition, other);
  const name = made ? asString(nameIn(made), origin) : undefined;
  if (made && name !== undefined && !isUnknown(name) && isClass(target)) {
    const backref = { name, definition, made, other };
    append(index.byTarget, target, backref);
    return;
  }
  const suspects = suspectsOf(other.cls.module.all);
  const reason = mayMake(definition, other);
  const named = call.args[0] ?? call.keywords.get('argument');
  if (isClass(target)) {
    suspects.add({ reason, named: onlyClass(target), anyClass: false, family: false });
  } else if (isString(named)) {
    const word = named.value.split('.').at(-1)!;
    const suspect = { reason, named: onlyWord(word), anyClass: false, family: false };
    suspects.add(suspect);
    const lost = { definition, other, suspect };
    append(index.lost, word, lost);
  } else {
    const found = namesIn(codeOfDefinition(definition), definition.owner.outer);
    suspects.add({ reason, named: found, anyClass: true, family: false });
  }
}

/** An attribute that cannot be read may be a relationship, too. */
function ofUnclear(definition: UnclearDefinition, other: Mapping): Suspect {
  const { outer } = definition.owner;
  const code = codeOfDefinition(definition);
  const words = new Set(code.match(/\w+/g));
  const anyClass = /\bbackref\b/.test(code) || [...words].some((word) => makesBackref(word, outer));
  return {
    reason: mayMake(definition, other),
    named: namesIn(code, outer),
    anyClass,
    family: false,
  };
}

function makesBackref(name: string, scope: Scope): boolean {
  const value = lookupIn(scope, name);
  if (value?.kind !== 'function') return false;
  const { node, frame } = value;
  return /\bbackref\b/.test(codeOf(frame.text.slice(node.from, node.to)));
}

function mayMake({ attribute, origin }: Definition, other: Mapping): Unknown {
  return unknownAt(`${other.cls.name}.${attribute} may add a backref`, origin);
}

/** The statements that make an attribute. */
function codeOfDefinition({ attribute, origin, owner }: Definition): string {
  const { text } = owner.outer.source;
  const code = (from: number, to: number | undefined) => codeOf(text.slice(from, to ?? from));
  const own = owner.scope.bindings?.names.get(attribute) ?? [];
  const { assignments = [], calls = [] } = owner.outer.bindings ?? {};
  return [
    ...own.map(({ node }) => code(node.from, node.to)),
    ...assignments
      .filter(({ target }) => target.from === origin.offset)
      .map(({ target, value }) => code(target.from, value.nodes.at(-1)?.to)),
    ...calls.filter(({ from }) => from === origin.offset).map(({ from, to }) => code(from, to)),
  ].join('\n');
}

/** The name in `backref='comments'`, `backref=backref('comments', …)`. */
function nameIn(made: Value): Value {
  return isCallOf(made, 'backref') ? (made.args[0] ?? made.keywords.get('name') ?? made) : made;
}

function reverse({ name, definition, made, other }: Backref): RelationshipFacts {
  const { origin } = definition;
  const forward = relationshipFacts(definition, other);
  const said = isCallOf(made, 'backref') ? made.keywords.get('uselist') : undefined;
  const toMany = !isUnknown(forward.many) && !forward.many;
  const many: Known<boolean> =
    said && !isNone(said)
      ? asFlag(said, origin)
      : forward.secondary !== null
        ? true
        : isUnknown(forward.many)
          ? forward.many
          : toMany && definition.call.keywords.has('uselist')
            ? unknownAt('the direction of the relationship is not evaluated', origin)
            : toMany;
  return {
    attribute: name,
    target: `${other.cls.module.name}.${other.cls.name}`,
    many,
    secondary: forward.secondary,
    ...(forward.through !== undefined && { through: forward.through }),
    ...(forward.foreignKeys && { foreignKeys: forward.foreignKeys }),
    ...(forward.ownJoin && { ownJoin: forward.ownJoin }),
    backPopulates: definition.attribute,
    viewOnly: forward.viewOnly,
    at: forward.at,
  };
}
