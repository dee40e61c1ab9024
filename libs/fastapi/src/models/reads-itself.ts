import type { ModelFacts, RelationshipFacts } from '@rowhouse/sqlalchemy';

import { known } from './known.js';
import type { ModelSource } from './source.js';

/**
 * The relationship of a subclass that reads, by a second statement, rows which read rows of its base class along: among
 * these its own, whose columns that the base class has not are dropped where what the session has read is replaced.
 */
export function readsItselfAsBase(
  facts: ModelFacts,
  source: ModelSource,
): RelationshipFacts | undefined {
  const bases = basesOf(facts, source);
  if (bases.size === 0) return undefined;
  return facts.relationships.find(({ lazy, target }) => {
    const other = known(target);
    if (lazy !== 'selectin' || other === undefined) return false;
    return [...joinedWith(other, source)].some((each) => bases.has(each));
  });
}

/** The classes that a model extends and whose rows are its own as well. */
function basesOf(facts: ModelFacts, source: ModelSource): ReadonlySet<string> {
  const bases = new Set<string>();
  for (let each: ModelFacts | undefined = facts; each;) {
    const { inheritance }: ModelFacts = each;
    if (inheritance === null || inheritance.kind === 'concrete') break;
    bases.add(inheritance.parent);
    each = source.factsOf(inheritance.parent);
  }
  return bases;
}

/** The models whose rows one statement reads along with those of a model, which is not among them by itself. */
function joinedWith(model: string, source: ModelSource): ReadonlySet<string> {
  const found = new Set<string>();
  const reach = (from: string) => {
    for (const { lazy, target } of source.factsOf(from)?.relationships ?? []) {
      const to = known(target);
      if (lazy !== 'joined' || to === undefined || found.has(to)) continue;
      found.add(to);
      reach(to);
    }
  };
  reach(model);
  return found;
}
