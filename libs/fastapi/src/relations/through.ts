import { text, unquoted } from '@rowhouse/core';
import type { RelationshipFacts } from '@rowhouse/sqlalchemy';

import { known } from '../models/known.js';
import type { Run } from '../models/prepare.js';
import type { Model } from '../models/source.js';
import { backward, chooseKey, forward, pairsTo, referring } from './foreign-keys.js';
import { keyProblem, namesIn, relatedModel, type Found, type Refuse } from './resolve.js';

type Raw = Readonly<Record<string, unknown>>;

/** Finds the related rows of many to many: by the table between, which has a foreign key to both. */
export function resolveThrough(
  said: Raw,
  relationship: RelationshipFacts | undefined,
  model: Model,
  run: Run,
  refuse: Refuse,
): Found | undefined {
  const path = typeof said['through'] === 'string' ? said['through'] : relationship?.through;
  if (path === undefined || relationship?.ownJoin) {
    const where = unquoted(run.source.where(relationship!.at));
    refuse({
      code: 'unknown-relation',
      message: path
        ? text`the relationship has a join of its own (${where})`
        : text`the table between is not found (${where})`,
      fix: text`Say which table is between: of: ${'blog.models.Tag'}, through: ${'blog.models.article_tags'}.`,
    });
    return undefined;
  }
  const between = tableAt(path, run, refuse);
  if (between === undefined) return undefined;
  const own = pairsTo(between.columns, model.facts);
  const related = target(said, relationship, between, own, run, refuse);
  if (related === undefined) return undefined;
  const names = said['via'] === undefined ? undefined : namesIn(said['via']);
  const isItself = related.facts.model === model.facts.model;
  const mine = chooseKey(own, names);
  const taken = new Set('pairs' in mine ? mine.pairs.map(([name]) => name) : []);
  const others = between.columns.filter(({ name }) => !isItself || !taken.has(name));
  const theirs = chooseKey(pairsTo(others, related.facts));
  for (const [choice, to] of [
    [mine, model],
    [theirs, related],
  ] as const) {
    if ('pairs' in choice) continue;
    refuse(keyProblem(choice, between, to.facts.name, run));
    return undefined;
  }
  if (!('pairs' in mine) || !('pairs' in theirs)) return undefined;
  return {
    related,
    source: {
      of: related.path,
      via: {},
      many: true,
      through: {
        of: path,
        via: backward(mine.pairs),
        to: forward(theirs.pairs),
        table: between.isTable,
      },
    },
    nullable: false,
    mayBeSeveral: true,
  };
}

type Between = NonNullable<ReturnType<typeof tableAt>>;

/** A model or a table at a path, as far as its foreign keys go. */
function tableAt(path: string, run: Run, refuse: Refuse) {
  const table = run.source.association(path);
  if (table) {
    const { columns, at } = table;
    const name = path.slice(path.lastIndexOf('.') + 1);
    return { columns, isTable: true, facts: { name, at } as Model['facts'] };
  }
  const found = relatedModel(path, run, refuse, 'through');
  return found && { columns: referring(found.facts), isTable: false, facts: found.facts };
}

/** The model on the other side: the config or the relationship says it, or the only other foreign key. */
function target(
  said: Raw,
  relationship: RelationshipFacts | undefined,
  { columns, facts }: Between,
  own: readonly (readonly [string, string])[],
  run: Run,
  refuse: Refuse,
): Model | undefined {
  const path = said['of'] ?? (relationship && known(relationship.target));
  if (typeof path === 'string') return relatedModel(path, run, refuse, 'of');
  const mine = new Set(own.map(([name]) => name));
  const tables = columns
    .filter(({ name }) => !mine.has(name))
    .flatMap(({ targets }) => targets.flatMap((each) => known(each) ?? []))
    .map((each) => each.split('.').slice(0, -1).join('.'));
  const models = [...new Set(tables)].flatMap((table) => run.source.ofTable(table));
  if (models.length === 1) return relatedModel(models[0]!.model, run, refuse);
  refuse({
    code: 'unknown-relation',
    message: text`${unquoted(facts.name)} does not tell which model is on the other side`,
    fix: text`Add of: ${models[0]?.model ?? 'blog.models.Tag'}.`,
  });
  return undefined;
}
