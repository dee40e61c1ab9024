import { isCallOf } from '../evaluate/library.js';
import type { ClassValue, Value } from '../evaluate/values.js';
import { isNone } from '../evaluate/values.js';
import type { Known, RelationshipFacts } from '../facts.js';
import { isUnknown } from '../facts.js';
import type { Modules } from '../modules/modules.js';
import { asFlag, asString, unknownAt } from './known.js';
import type { Mapping } from './mapping.js';
import { mappingOf } from './mapping.js';
import type { RelationshipDefinition } from './members.js';
import { registryOf } from './registry.js';
import { relationshipFacts } from './relationship.js';
import { isClass, targetOf } from './relationship-target.js';

/** The relationships of a class, its parents' and those that others make on it by `backref`. */
export function relationshipsOf(mapping: Mapping): readonly RelationshipFacts[] {
  const found = new Map<string, RelationshipFacts>();
  const inherited = mapping.parent && mapping.inheritance?.kind !== 'concrete';
  for (const one of inherited ? relationshipsOf(mapping.parent!) : [])
    found.set(one.attribute, one);
  for (const one of backrefsTo(mapping)) found.set(one.attribute, one);
  for (const definition of mapping.definitions) {
    if (definition.kind === 'relationship')
      found.set(definition.attribute, relationshipFacts(definition, mapping));
    else found.delete(definition.attribute);
  }
  return [...found.values()];
}

interface Backref {
  readonly definition: RelationshipDefinition;
  readonly backref: Value;
  readonly other: Mapping;
}

interface BackrefIndex {
  /** How many classes were looked through. */
  done: number;
  readonly byTarget: Map<ClassValue, Backref[]>;
}

const backrefs = new WeakMap<Modules, BackrefIndex>();

/** What relationships of other classes that have been read make on this one. */
function backrefsTo(mapping: Mapping): RelationshipFacts[] {
  const session = mapping.cls.module.all;
  const registry = registryOf(session);
  registry.update();
  const index = backrefs.get(session) ?? { done: 0, byTarget: new Map<ClassValue, Backref[]>() };
  backrefs.set(session, index);
  while (index.done < registry.all.length) collect(mappingOf(registry.all[index.done++]!), index);
  const made = index.byTarget.get(mapping.cls) ?? [];
  return made.map(({ definition, backref, other }) => reverse(definition, backref, other));
}

function collect(other: Mapping, index: BackrefIndex): void {
  for (const definition of other.definitions) {
    if (definition.kind !== 'relationship') continue;
    const backref = definition.call.keywords.get('backref');
    if (!backref || isNone(backref)) continue;
    const target = targetOf(definition, other);
    if (!isClass(target)) continue;
    const known = index.byTarget.get(target);
    if (known) known.push({ definition, backref, other });
    else index.byTarget.set(target, [{ definition, backref, other }]);
  }
}

function reverse(
  definition: RelationshipDefinition,
  backref: Value,
  other: Mapping,
): RelationshipFacts {
  const { origin } = definition;
  const made = isCallOf(backref, 'backref') ? backref : undefined;
  const forward = relationshipFacts(definition, other);
  const name = asString(made?.args[0] ?? backref, origin);
  const said = made?.keywords.get('uselist');
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
    attribute: isUnknown(name) ? '' : name,
    target: `${other.cls.module.name}.${other.cls.name}`,
    many,
    secondary: forward.secondary,
    backPopulates: definition.attribute,
    viewOnly: forward.viewOnly,
    at: forward.at,
  };
}
