import type { ModelFacts, RelationshipFacts } from '@rowhouse/sqlalchemy';

import { fieldName } from '../config/field-names.js';
import { known } from '../models/known.js';
import { chooseKey, pairsTo, referring } from '../relations/foreign-keys.js';

/** A relation that a first config shows, or offers. */
export interface FirstRelation {
  readonly name: string;
  readonly fields: readonly string[];
  /** Whether the row refers to the related one. */
  readonly isOwn: boolean;
}

/** What calls a row by a name, best first. */
const NAMES = ['name', 'title', 'label', 'display_name', 'full_name', 'username', 'code', 'slug'];

/**
 * The relationships of a model that a config can show without more ado: with the key and the name of the related rows.
 *
 * @param find the model at a path.
 * @param shown the columns that a model's own resource would show.
 */
export function firstRelations(
  facts: ModelFacts,
  find: (path: string) => ModelFacts | undefined,
  shown: (facts: ModelFacts) => readonly string[],
): readonly FirstRelation[] {
  return facts.relationships.flatMap((relationship) => {
    const { attribute: name, target, ownJoin } = relationship;
    const related = find(known(target) ?? '');
    if (related === undefined || ownJoin || !fieldName.safeParse(name).success) return [];
    const columns = shown(related);
    const best = NAMES.find((each) => columns.includes(each));
    const key = (known(related.primaryKey) ?? []).filter((each) => columns.includes(each));
    const fields = [...new Set(best === undefined ? key : [...key, best])];
    if (fields.length === 0) return [];
    return { name, fields, isOwn: best !== undefined && refersTo(related, relationship, facts) };
  });
}

/** Whether one foreign key of a model leads to the related row. */
function refersTo(
  related: ModelFacts,
  { many, foreignKeys }: RelationshipFacts,
  facts: ModelFacts,
): boolean {
  const attributeOf = (name: string) =>
    facts.columns.find(({ column }) => known(column) === name)?.attribute ?? name;
  const pairs = pairsTo(referring(facts), related);
  return known(many) === false && 'pairs' in chooseKey(pairs, foreignKeys?.map(attributeOf));
}
