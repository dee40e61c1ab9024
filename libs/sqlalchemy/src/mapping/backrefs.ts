import { append } from '../append.js';
import { isCallOf } from '../evaluate/library.js';
import type { ClassValue, Value } from '../evaluate/values.js';
import { isNone } from '../evaluate/values.js';
import type { Known, RelationshipFacts } from '../facts.js';
import { isUnknown } from '../facts.js';
import type { Modules } from '../modules/modules.js';
import { wordsIn } from '../python/source.js';
import { asFlag, asString, unknownAt } from './known.js';
import type { Mapping, RelationshipDefinition, UnclearDefinition } from './mapped-class.js';
import { mappingOf } from './mapped-class.js';
import { registryOf } from './registry.js';
import { isClass, targetOf } from './relationship-target.js';
import { relationshipFacts } from './relationship.js';
import type { Touch } from './touched.js';

interface Backref {
  readonly name: string;
  readonly definition: RelationshipDefinition;
  readonly made: Value;
  readonly other: Mapping;
}

/** What may make a backref on some class, and the class that has it. */
type Unresolved = readonly [RelationshipDefinition | UnclearDefinition, Mapping];

interface Index {
  /** How many classes were looked through. */
  done: number;
  readonly byTarget: Map<ClassValue, Backref[]>;
  /** Relationships whose target or name is not known, unless a module that is read later has it. */
  unresolved: readonly Unresolved[];
}

const indexes = new WeakMap<Modules, Index>();

/** What relationships of other classes that have been read make on this one. */
export function backrefsTo(mapping: Mapping): RelationshipFacts[] {
  const made = updated(mapping.cls.module.all).byTarget.get(mapping.cls) ?? [];
  return made.map(reverse);
}

/** Relationships, and what may be one, that may make a backref on a class that they name. */
export function possibleBackrefs(session: Modules): Touch[] {
  return updated(session).unresolved.map(([definition, other]) => {
    const { attribute, origin, owner } = definition;
    const reason = unknownAt(`${other.cls.name}.${attribute} may add a backref`, origin);
    const { text } = origin.source;
    const node = owner.scope.bindings?.names.get(attribute)?.at(-1)?.node;
    const code =
      node && owner.scope.source === origin.source
        ? text.slice(node.from, node.to)
        : text.slice(origin.offset).split('\n', 1)[0]!;
    const anyClass = definition.kind === 'relationship' || /\bbackref\b/.test(code);
    return { reason, words: wordsIn(code), anyClass, isBackref: true };
  });
}

function updated(session: Modules): Index {
  const registry = registryOf(session);
  registry.update();
  const index = indexes.get(session) ?? { done: 0, byTarget: new Map(), unresolved: [] };
  indexes.set(session, index);
  if (index.done === registry.all.length) return index;
  const open: Unresolved[] = [...index.unresolved];
  while (index.done < registry.all.length) {
    const other = mappingOf(registry.all[index.done++]!);
    for (const definition of other.definitions)
      if (definition.kind === 'relationship' || definition.kind === 'unclear')
        open.push([definition, other]);
  }
  index.unresolved = open.filter(
    ([definition, other]) => definition.kind === 'unclear' || !resolves(definition, other, index),
  );
  return index;
}

/** Notes the backref that a relationship makes; false where it may make one that is not known. */
function resolves(definition: RelationshipDefinition, other: Mapping, index: Index): boolean {
  const { call, origin } = definition;
  const made = call.keywords.get('backref');
  if (made ? isNone(made) : !call.open) return true;
  const target = targetOf(definition, other);
  const name = made && asString(nameIn(made), origin);
  if (!made || name === undefined || isUnknown(name) || !isClass(target)) return false;
  append(index.byTarget, target, { name, definition, made, other });
  return true;
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
    at: forward.at,
  };
}
