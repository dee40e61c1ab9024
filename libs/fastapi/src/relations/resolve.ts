import {
  didYouMean,
  text,
  unquoted,
  type ConfigPath,
  type Problem,
  type Text,
} from '@rowhouse/core';
import type { RelationshipFacts } from '@rowhouse/sqlalchemy';

import { isRecord } from '../config/rule.js';
import { isUniqueIn } from '../models/key.js';
import { known } from '../models/known.js';
import type { Run } from '../models/prepare.js';
import type { Model } from '../models/source.js';
import {
  backward,
  chooseKey,
  forward,
  pairsTo,
  referring,
  type Choice,
  type Pairs,
} from './foreign-keys.js';
import { hasOwnAccess, isBetweenVisible } from './guarded.js';
import { resolveThrough } from './through.js';

type Raw = Readonly<Record<string, unknown>>;

/** How related rows are found, as a config would say it whole. */
export interface Found {
  readonly related: Model;
  readonly source: Raw;
  /** Whether a column of the key that leads to the related row can be NULL. */
  readonly nullable: boolean;
  /** Whether several rows may be there: related rows refer to this one, by no unique key. */
  readonly mayBeSeveral: boolean;
}

/** Reports what keeps a relation from being found. Without a path, it is that of the relation. */
export type Refuse = (problem: Problem, ...path: ConfigPath) => void;

/**
 * Finds the related model of a relation, and the columns that join it.
 *
 * @param said what the config says of it: `of`, `via`, `through`, `many`.
 */
export function resolve(
  name: string | undefined,
  said: Raw,
  model: Model,
  run: Run,
  refuse: Refuse,
): Found | undefined {
  const found = find(name, said, model, run, refuse);
  if (found === undefined) return undefined;
  if (said['access'] !== 'open' && !hasOwnAccess(found.related, run, refuse)) return undefined;
  const { through } = { ...said, ...found.source };
  const between = isRecord(through) ? through['of'] : undefined;
  if (typeof between === 'string' && !isBetweenVisible(between, run, refuse)) return undefined;
  return found;
}

function find(
  name: string | undefined,
  said: Raw,
  model: Model,
  run: Run,
  refuse: Refuse,
): Found | undefined {
  const { of, via, through } = said;
  // Whatever a model knows besides, that is said whole.
  if (isRecord(via) && typeof of === 'string' && typeof said['many'] === 'boolean') {
    const related = relatedModel(of, run, refuse);
    if (related === undefined || !checkPairs(via, model, related, run, refuse)) return undefined;
    return {
      related,
      source: {},
      nullable: isNullable(Object.keys(via), model),
      mayBeSeveral: true,
    };
  }
  // What is said whole is not looked for in other modules, which may add relationships.
  const isWhole = of !== undefined && (via ?? through) !== undefined;
  const relationship = name === undefined || isWhole ? undefined : relationshipOf(name, model, run);
  if (
    typeof through === 'string' ||
    (relationship?.secondary !== undefined && relationship.secondary !== null)
  ) {
    return resolveThrough(said, relationship, model, run, refuse);
  }
  if (of === undefined && relationship !== undefined) {
    return ofRelationship(relationship, said, model, run, refuse);
  }
  if (of === undefined) {
    if (via !== undefined) return ofKey(namesIn(via), model, run, refuse);
    refuse(unknownRelation(name ?? '', model, run));
    return undefined;
  }
  const related = relatedModel(of as string, run, refuse);
  return related && ofModel(related, said, model, run, refuse);
}

/** A relationship of a model, or one that another model adds to it. */
export function relationshipOf(
  name: string,
  model: Model,
  run: Run,
): RelationshipFacts | undefined {
  const find = ({ facts }: Model) => facts.relationships.find((each) => each.attribute === name);
  return find(model) ?? find(run.source.withNeighbours(model));
}

/** The model at a path; one that there is not is told of. */
export function relatedModel(
  path: string,
  run: Run,
  refuse: Refuse,
  ...at: ConfigPath
): Model | undefined {
  const found = run.source.find(path);
  if ('facts' in found) return { ...found, path: run.source.configPath(found) };
  refuse({ code: 'unknown-model', found: path, ...found.why() }, ...at);
  return undefined;
}

function ofRelationship(
  relationship: RelationshipFacts,
  said: Raw,
  model: Model,
  run: Run,
  refuse: Refuse,
): Found | undefined {
  const { attribute, at } = relationship;
  const where = run.source.where(at);
  const [target, many] = [known(relationship.target), known(relationship.many)];
  const names = said['via'] === undefined ? undefined : namesIn(said['via']);
  if (target === undefined || (relationship.ownJoin && names === undefined)) {
    refuse({
      code: 'unknown-relation',
      name: attribute,
      message: relationship.ownJoin
        ? text`the relationship has a join of its own (${unquoted(where)})`
        : text`the model of the relationship is not known (${unquoted(where)})`,
      fix: text`Say which rows: { name: ${attribute}, of: ${'blog.models.Comment'}, via: ${'article_id'}, … }.`,
    });
    return undefined;
  }
  const related = relatedModel(target, run, refuse);
  if (related === undefined) return undefined;
  const here = pairsTo(referring(model.facts), related.facts);
  const there = pairsTo(referring(related.facts), model.facts);
  const isMany = said['many'] ?? many ?? here.length === 0;
  const owner = isMany || here.length === 0 ? related : model;
  const keys = relationship.foreignKeys?.map((each) => attributeNamed(each, owner));
  const chosen = chooseKey(owner === model && !isMany ? here : there, names ?? keys);
  return found(chosen, { isOwn: owner === model && !isMany, many: isMany === true });

  function found(choice: Choice, way: Way): Found | undefined {
    return resolved(choice, way, related!, model, run, refuse);
  }
}

/** Of a column of the model itself: the model that it refers to. */
function ofKey(
  names: readonly string[],
  model: Model,
  run: Run,
  refuse: Refuse,
): Found | undefined {
  const columns = referring(model.facts);
  const [first] = names;
  const column = columns.find(({ name }) => name === first);
  const targets = column?.targets.flatMap((target) => known(target) ?? []) ?? [];
  const tables = [...new Set(targets.map((target) => target.split('.').slice(0, -1).join('.')))];
  const models = tables.flatMap((table) => run.source.ofTable(table)).map((each) => each.model);
  const candidates = columns.filter(({ targets }) => targets.length > 0).map(({ name }) => name);
  if (models.length !== 1) {
    refuse(
      {
        code: 'unknown-foreign-key',
        found: first,
        message:
          column === undefined
            ? text`${unquoted(model.facts.name)} has no such column`
            : targets.length === 0
              ? 'the column has no foreign key'
              : text`${models.length === 0 ? 'no model is known' : 'there are several models'} of the table ${tables.join(', ')}`,
        fix:
          column === undefined || targets.length === 0
            ? (didYouMean(first ?? '', candidates) ?? text`Columns with one: ${candidates}.`)
            : text`Add of: ${models[0] ?? 'blog.models.Author'}.`,
      },
      'via',
    );
    return undefined;
  }
  const related = relatedModel(models[0]!, run, refuse);
  if (related === undefined) return undefined;
  const chosen = chooseKey(pairsTo(columns, related.facts), names);
  return resolved(chosen, { isOwn: true, many: false }, related, model, run, refuse);
}

/** Of a model that the config names: whichever of the two has the foreign key. */
function ofModel(
  related: Model,
  said: Raw,
  model: Model,
  run: Run,
  refuse: Refuse,
): Found | undefined {
  const names = said['via'] === undefined ? undefined : namesIn(said['via']);
  const has = (pairs: Pairs) =>
    names === undefined
      ? pairs.length > 0
      : names.every((name) => pairs.some(([attribute]) => attribute === name));
  const here = pairsTo(referring(model.facts), related.facts);
  const there = pairsTo(referring(related.facts), model.facts);
  const isOwn = said['many'] === undefined ? has(here) : said['many'] === false && has(here);
  if (said['many'] === undefined && has(here) && has(there)) {
    refuse({
      code: 'several-foreign-keys',
      message: text`the foreign keys of ${unquoted(model.facts.name)} and ${unquoted(related.facts.name)} lead both ways`,
      fix: text`Add many: false for the row that it refers to, or many: true for those that refer to it.`,
    });
    return undefined;
  }
  const way = { isOwn, many: (said['many'] ?? !isOwn) === true };
  return resolved(chooseKey(isOwn ? here : there, names), way, related, model, run, refuse);
}

interface Way {
  /** Whether the model itself has the foreign key. */
  readonly isOwn: boolean;
  readonly many: boolean;
}

function resolved(
  choice: Choice,
  { isOwn, many }: Way,
  related: Model,
  model: Model,
  run: Run,
  refuse: Refuse,
): Found | undefined {
  const [owner, referred] = isOwn ? [model, related] : [related, model];
  if ('problem' in choice) {
    refuse(keyProblem(choice, owner, referred.facts.name, run));
    return undefined;
  }
  const via = isOwn ? forward(choice.pairs) : backward(choice.pairs);
  return {
    related,
    source: { of: related.path, via, many },
    nullable: !isOwn || isNullable(Object.keys(via), model),
    mayBeSeveral: !isOwn && !isUnique(Object.values(via), related),
  };
}

/** That there is no foreign key between two models, or more than one. */
export function keyProblem(
  { problem, candidates }: Exclude<Choice, { readonly pairs: Pairs }>,
  owner: Pick<Model, 'facts'>,
  referred: string,
  run: Run,
): Problem {
  const { name, at } = owner.facts;
  const where = unquoted(run.source.where(at));
  if (problem === 'several') {
    return {
      code: 'several-foreign-keys',
      message: text`${unquoted(name)} has several foreign keys to ${unquoted(referred)} (${where})`,
      fix: text`Say which one with 'via': ${candidates}.`,
    };
  }
  return {
    code: 'unknown-foreign-key',
    message: text`${unquoted(name)} has no such foreign key to ${unquoted(referred)} (${where})`,
    fix:
      candidates.length > 0
        ? text`Its columns with one: ${candidates}.`
        : text`Say which columns are equal: via: {author_id: 'id'}, with 'of' and 'many'.`,
  };
}

function attributeNamed(name: string, { facts }: Model): string {
  return facts.columns.find(({ column }) => known(column) === name)?.attribute ?? name;
}

/** The names in a `via` that is no object. */
export function namesIn(via: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(via) ? via : [via];
  return names.filter((name) => typeof name === 'string');
}

/** Whether no two rows of a model share the values of these attributes. */
export function isUnique(names: readonly string[], { facts }: Pick<Model, 'facts'>): boolean {
  const columns = facts.columns.filter(({ attribute }) => names.includes(attribute));
  return isUniqueIn(
    facts,
    columns.map(({ column }) => known(column)),
  );
}

function isNullable(names: readonly string[], { facts }: Model): boolean {
  const columns = facts.columns.filter(({ attribute }) => names.includes(attribute));
  return columns.some(({ nullable }) => known(nullable) !== false);
}

/** Whether columns that a config pairs are there. */
function checkPairs(via: Raw, model: Model, related: Model, run: Run, refuse: Refuse): boolean {
  const check = (name: unknown, { facts }: Model): boolean => {
    const names = facts.columns.map(({ attribute }) => attribute);
    if (typeof name !== 'string' || names.includes(name) || facts.incomplete.length > 0)
      return true;
    refuse(
      {
        code: 'unknown-attribute',
        found: name,
        message: text`${unquoted(facts.name)} has no such column (${unquoted(run.source.where(facts.at))})`,
        fix: didYouMean(name, names) ?? text`Its columns: ${names}.`,
      },
      'via',
    );
    return false;
  };
  return Object.entries(via).every(([own, other]) => check(own, model) && check(other, related));
}

/** A name that is no relationship. */
function unknownRelation(name: string, model: Model, run: Run): Problem {
  const { facts } = run.source.withNeighbours(model);
  const where = unquoted(run.source.where(facts.at));
  const names = facts.relationships.map(({ attribute }) => attribute);
  const key = facts.columns.find(
    ({ attribute, foreignKeys }) =>
      attribute === `${name}_id` && (known(foreignKeys)?.length ?? 0) > 0,
  );
  const isColumn = facts.columns.some(({ attribute }) => attribute === name);
  const listed: Text =
    names.length > 0
      ? text`Its relationships: ${names}.`
      : text`It has no relationships. Say how: via: ${'author_id'}, or of: ${'blog.models.Comment'}.`;
  if (isColumn) {
    return {
      code: 'not-a-relation',
      name,
      message: text`it is a column of ${unquoted(facts.name)} (${where}), expected a relation`,
      fix: text`${listed} A column is written alone: ${name}.`,
    };
  }
  return {
    code: 'unknown-relation',
    name,
    message: text`${unquoted(facts.name)} has no such relationship (${where})`,
    fix: key ? text`Add via: ${key.attribute}.` : (didYouMean(name, names) ?? listed),
  };
}
