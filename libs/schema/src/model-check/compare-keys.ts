import { text, unquoted } from '@rowhouse/errors';
import { isUnknown, type ForeignKeyFacts, type ModelFacts } from '@rowhouse/sqlalchemy';

import type { Findings } from './findings.js';
import type { ModelTable } from './model-tables.js';
import type { Relation } from './relations.js';

/** Tells where the keys of a table part. */
export function compareKeys(
  subject: string,
  table: ModelTable,
  found: Relation,
  findings: Findings,
): void {
  comparePrimaryKey(subject, table, found, findings);
  compareUniques(subject, table, found, findings);
  compareForeignKeys(subject, table, found, findings);
}

function comparePrimaryKey(
  subject: string,
  { models }: ModelTable,
  found: Relation,
  findings: Findings,
): void {
  const [model] = models;
  const columns = keyOf(model!);
  if ('unknown' in columns) return findings.unchecked(subject, 'its primary key', columns);
  if (sameNames(columns, found.primaryKey)) return;
  const { at } = model!;
  const [ours, theirs] = [listed(columns), listed(found.primaryKey)];
  findings.differs({
    code: 'different-primary-key',
    at,
    subject,
    message:
      found.primaryKey.length === 0
        ? text`the model has the primary key ${ours}, the database has none`
        : text`the model has the primary key ${ours}, the database ${theirs}`,
  });
}

function keyOf(model: ModelFacts) {
  if (isUnknown(model.primaryKey)) return model.primaryKey;
  const names: string[] = [];
  for (const attribute of model.primaryKey) {
    const column = model.columns.find((each) => each.attribute === attribute)?.column;
    if (column === undefined) continue;
    if (isUnknown(column)) return column;
    names.push(column);
  }
  return names;
}

/** A constraint and an index are the same key. */
function compareUniques(
  subject: string,
  { models, columns }: ModelTable,
  found: Relation,
  findings: Findings,
): void {
  const ours = models.flatMap(({ uniques }) => uniques);
  const lost = ours.map((unique) => unique.columns).find(isUnknown);
  if (lost) findings.unchecked(subject, 'a unique key', lost);
  const known = ours.flatMap(({ columns: names, at }) => (isUnknown(names) ? [] : [{ names, at }]));
  const all = [...found.uniques, found.primaryKey];
  for (const { names, at } of known) {
    if (all.some((key) => sameNames(key, names))) continue;
    findings.differs({
      code: 'different-unique',
      at,
      subject,
      message: text`the model says that ${listed(names)} is unique, but the database does not`,
    });
  }
  for (const key of found.uniques) {
    if (known.some(({ names }) => sameNames(names, key))) continue;
    const unclear = key.map((name) => columns.get(name)?.unique).find(isUnknown);
    if (unclear) findings.unchecked(subject, `whether ${key.join(', ')} is unique`, unclear);
    else if (!lost && key.every((name) => columns.has(name))) {
      findings.differs({
        code: 'different-unique',
        at: columns.get(key[0]!)!.at,
        subject,
        message: text`${listed(key)} is unique in the database, but not in the model`,
      });
    }
  }
}

interface Reference {
  readonly target: string;
  readonly onDelete: string;
  readonly onUpdate: string;
}

function compareForeignKeys(
  subject: string,
  table: ModelTable,
  found: Relation,
  findings: Findings,
): void {
  for (const [name, column] of table.columns) {
    const of = `${subject}.${name}`;
    if (isUnknown(column.foreignKeys)) {
      findings.unchecked(of, 'its foreign keys', column.foreignKeys);
      continue;
    }
    const theirs = found.foreignKeys.flatMap((key): Reference[] => {
      const target = key.targets[key.columns.indexOf(name)];
      return target === undefined ? [] : [{ ...key, target: `${key.table}.${target}` }];
    });
    const missing = new Set(theirs);
    let isLost = false;
    for (const key of column.foreignKeys) {
      const { target } = key;
      if (isUnknown(target)) {
        isLost = true;
        findings.unchecked(of, 'what it references', target);
        continue;
      }
      // Two keys of several columns may share this one.
      const matches = [...missing].filter((each) => leadsTo(each.target, target, table.schema));
      const match = matches.find((each) => differentRules(key, each).length === 0) ?? matches[0];
      if (match) {
        missing.delete(match);
        compareRules(of, key, match, findings);
        continue;
      }
      findings.differs({
        code: 'different-foreign-key',
        at: key.at,
        subject: of,
        message: text`the model references ${unquoted(target)}, but the database has no such foreign key`,
      });
    }
    if (isLost) continue;
    for (const { target } of missing) {
      findings.differs({
        code: 'different-foreign-key',
        at: column.at,
        subject: of,
        message: text`the database references ${unquoted(target.replace(/^public\./, ''))}, but the model has no such ForeignKey`,
      });
    }
  }
}

/** A target without a schema is in that of the models. */
function leadsTo(found: string, target: string, schema: string): boolean {
  return found === target || found === `${schema}.${target}` || found === `public.${target}`;
}

function compareRules(
  subject: string,
  key: ForeignKeyFacts,
  found: Reference,
  findings: Findings,
): void {
  for (const { name, said, theirs } of differentRules(key, found)) {
    if (isUnknown(said)) findings.unchecked(subject, name, said);
    else {
      findings.differs({
        code: 'different-foreign-key',
        at: key.at,
        subject,
        message: text`the model has ${unquoted(`${name} ${said}`)}, the database ${unquoted(`${name} ${theirs}`)}`,
      });
    }
  }
}

function differentRules(key: ForeignKeyFacts, found: Reference) {
  return [
    { name: 'ON DELETE', said: ruleOf(key.onDelete), theirs: found.onDelete },
    { name: 'ON UPDATE', said: ruleOf(key.onUpdate), theirs: found.onUpdate },
  ].filter(({ said, theirs }) => said !== theirs);
}

function ruleOf(said: ForeignKeyFacts['onDelete']) {
  return isUnknown(said) ? said : (said ?? 'NO ACTION').toUpperCase();
}

function sameNames(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name) => right.includes(name));
}

function listed(names: readonly string[]) {
  return unquoted(names.length === 1 ? names[0]! : `(${names.join(', ')})`);
}
