import type { RelationshipFacts } from '../facts.js';
import { backrefsTo } from './backrefs.js';
import type { Mapping } from './mapped-class.js';
import { relationshipFacts } from './relationship.js';

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
