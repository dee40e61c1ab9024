import { text, type AnyOperation, type ConfigPath, type OperationCatalog } from '@rowhouse/core';
import { snakeCase } from '@rowhouse/python';

import { columnsIn } from '../config/column.js';
import type { EffectiveApp, EffectiveEntry } from '../config/effective.js';
import type { Field } from '../config/field.js';
import { modelName, type ResourceConfig } from '../config/resource.js';
import { isRecord, type Findings } from '../config/rule.js';
import { relationsIn, writtenIn, type Source } from './config.js';
import type { PathField } from './filters.js';
import { NameCheck } from './name-check.js';
import { answerSuffix } from './names.js';

/** Every relation leads to a resource that decides which rows are visible, or says that all are. */
export function checkRelations(
  app: EffectiveApp,
  apps: readonly EffectiveApp[],
  required: boolean,
  catalog: OperationCatalog,
  findings: Findings,
): void {
  const models = new Set(
    apps.flatMap(({ resources }) =>
      resources
        .filter(({ path }) => findings.sound(...path, 'model'))
        .map(({ config }) => modelName(config.model)),
    ),
  );
  const schemas = new Map<string, string>();
  for (const { config, path, entries } of app.resources) {
    if (!findings.sound(...path, 'model')) continue;
    const shared = fieldsOf(
      entries.find(({ operation }) => operation === 'get'),
      'fields',
    );
    const names = new NameCheck(modelName(config.model), models, schemas, shared, findings);
    for (const entry of entries) {
      if (!findings.sound(...entry.path)) continue;
      const around = { app, apps, required, findings };
      for (const key of ['fields', 'returns'] as const) {
        const fields = fieldsOf(entry, key);
        const at: At = (...below) => entry.at(key, ...below);
        checkFields(fields, at, around);
        checkWritten(fields, at, around);
        names.checkWritten(fields, at);
        names.check(answerSuffix(entry.operation, entry.name), fields, at);
      }
      const made = catalog.operations.find(({ name }) => name === entry.operation);
      checkPaths(entry, made?.options, around);
    }
  }
}

function fieldsOf(entry: EffectiveEntry | undefined, key: string): readonly Field[] {
  return (entry?.options[key] ?? []) as readonly Field[];
}

type At = EffectiveEntry['at'];

interface Around {
  readonly app: EffectiveApp;
  readonly apps: readonly EffectiveApp[];
  readonly required: boolean;
  readonly findings: Findings;
}

function checkFields(fields: readonly Field[], at: At, around: Around): void {
  for (const field of relationsIn(fields)) {
    const { relation } = field;
    const index = fields.indexOf(field);
    checkVisibility(field.name, relation, at(index), around);
    if (relation.kind !== 'embed') continue;
    checkFields(relation.fields, (...below) => at(index, 'fields', ...below), around);
  }
}

/** The rows that a request makes or links. */
function checkWritten(fields: readonly Field[], at: At, around: Around): void {
  for (const field of writtenIn(fields)) {
    checkVisibility(field.name, field.writes, at(fields.indexOf(field)), around);
  }
}

/** The relations of paths that a list filters or sorts by; those that it shows are checked there. */
function checkPaths(entry: EffectiveEntry, options: AnyOperation['options'], around: Around): void {
  const shown = relationsIn(fieldsOf(entry, 'fields'));
  for (const { column, path } of columnsIn(entry.options, options)) {
    const { name, path: found } = column as Partial<PathField>;
    const isShown = shown.some((each) => each.name === name?.split('.')[0]);
    for (const step of found?.steps.slice(isShown ? 1 : 0) ?? []) {
      checkVisibility(name!, step, entry.at(...path), around);
    }
  }
}

/** A relation leads to rows of which it is known who may see them, and so does what is between. */
function checkVisibility(name: string, relation: Source, path: ConfigPath, around: Around): void {
  checkOwner(name, relation, path, around);
  const { through } = relation;
  if (through === undefined || through.table) return;
  const required = around.required && relation.access !== 'open';
  checkOwner(name, { of: through.of }, path, { ...around, required, isBetween: true });
}

function checkOwner(
  name: string,
  { of, resource, access }: Pick<Source, 'of' | 'resource' | 'access'>,
  path: ConfigPath,
  { app, apps, required, findings, isBetween }: Around & { readonly isBetween?: boolean },
): void {
  if (access === 'open') return;
  const ownResource = isBetween
    ? text`Add one resource of ${of} to this app.`
    : text`Add a resource of ${of} to this app, or access: ${'open'} to the relation.`;
  const models = apps.flatMap((each) =>
    each.resources
      .filter(({ config }) => config.model === of)
      .map(({ config }) => ({ app: each, resource: config })),
  );
  const own = models.filter((each) => each.app === app);
  const candidates = own.length > 0 ? own : models;
  const found =
    resource === undefined
      ? candidates
      : candidates.filter((each) => resourceName(each.resource) === resource);
  const names = candidates.map((each) => resourceName(each.resource));
  if (resource !== undefined && found.length === 0) {
    findings.report([...path, 'resource'], {
      code: 'unknown-resource',
      found: resource,
      message: text`no resource of that name has the model ${of}`,
      fix:
        names.length > 0
          ? text`Its resources: ${names}.`
          : text`Remove it, or add a resource of ${of}.`,
    });
    return;
  }
  const scoped = found.filter((each) => isRecord(each.resource.access));
  if (found.length > 1 && scoped.length > 0) {
    findings.report(path, {
      code: 'several-resources',
      name,
      message: text`several resources have the model ${of}, and their 'access' may differ`,
      fix:
        new Set(names).size > 1 && !isBetween
          ? text`Say which one with 'resource': ${names}.`
          : ownResource,
    });
    return;
  }
  const [only] = found;
  if (only === undefined && required) {
    findings.report(path, {
      code: 'unknown-access',
      name,
      message: text`no resource has the model ${of}, so it is not known who may see its rows`,
      fix: text`Add a resource of ${of}, or access: ${'open'} to the relation.`,
    });
  } else if (only !== undefined && scoped.length > 0 && only.app.auth !== app.auth) {
    findings.report(path, {
      code: 'unknown-access',
      name,
      message: text`the resource of ${of} belongs to an app with other users`,
      fix: ownResource,
    });
  }
}

function resourceName({ name, model }: ResourceConfig): string {
  return name ?? snakeCase(modelName(model));
}
