import { text, type ConfigPath } from '@rowhouse/core';

import type { EffectiveApp, EffectiveEntry } from '../effective.js';
import { databaseOf } from '../inherit.js';
import type { ResourceConfig } from '../resource.js';
import type { Findings } from '../rule.js';
import { fieldsOf, type TableConfig } from '../table.js';

/** The rules of access can be policies of the database: no function of Python, one resource a table. */
export function checkPolicies(apps: readonly EffectiveApp[], findings: Findings): void {
  const seen: Seen[] = [];
  for (const app of apps) {
    for (const { config: resource, path, entries } of app.resources) {
      if (!findings.sound(...path, 'access')) continue;
      checkRules(resource, path, findings);
      checkUpsert(entries, findings);
      const { access } = resource;
      const scoped = access === 'open' ? undefined : access;
      const table = scoped?.table;
      if (scoped && table === undefined) {
        findings.report([...path, 'model'], {
          code: 'unknown-table',
          message: "'rls' writes policies, but the name of the model's table is not known",
          fix: "Correct the path of the model, or add access.table: {name: 'orders', columns: {…}}.",
        });
      }
      if (scoped && table !== undefined) {
        checkColumns(fieldsOf(scoped), table, [...path, 'access', 'table', 'columns'], findings);
      }
      const database = databaseOf(resource, app.databases ?? [])?.key;
      const isScoped = scoped !== undefined;
      checkTable({ model: resource.model, table, isScoped, database, path }, seen, findings);
    }
  }
}

function checkRules({ access }: ResourceConfig, path: ConfigPath, { report }: Findings): void {
  if (access === undefined || access === 'open') return;
  (access.rules ?? []).forEach(({ where_fn: fn }, index) => {
    if (fn === undefined) return;
    report([...path, 'access', 'rules', index, 'where_fn'], {
      code: 'function-in-policy',
      found: fn,
      message:
        "'rls' writes the rules as policies of the database, which cannot call this function",
      fix: "Use 'where' instead, or remove 'rls'.",
    });
  });
}

/** To PostgreSQL, an upsert that meets a hidden row breaks a policy: it would be told apart from a taken value. */
function checkUpsert(entries: readonly EffectiveEntry[], { report }: Findings): void {
  const upsert = entries.find(({ operation }) => operation === 'upsert');
  if (upsert === undefined) return;
  report(upsert.at('name'), {
    code: 'not-supported',
    message: "with 'rls', an upsert is not supported",
    fix: "Use create and update, or remove 'rls'.",
  });
}

/** Of each field that rules are about, it is known what the database calls it. */
function checkColumns(
  fields: ReadonlySet<string>,
  { columns }: TableConfig,
  path: ConfigPath,
  { report }: Findings,
): void {
  const absent = [...fields].find((field) => !Object.hasOwn(columns, field));
  if (absent === undefined) return;
  report(path, {
    code: 'missing',
    expected: [text`the column of ${absent}`],
    fix: text`Add ${absent}: {name: ${absent}, type: 'text'}.`,
  });
}

interface Seen {
  readonly model: string;
  readonly table: TableConfig | undefined;
  readonly isScoped: boolean;
  readonly database: string | undefined;
  readonly path: ConfigPath;
}

/** Policies hold for a table, whichever routes ask: two resources cannot say two things of its rows. */
function checkTable(resource: Seen, seen: Seen[], { report }: Findings): void {
  const other = seen.find((each) => isOfOneTable(each, resource));
  seen.push(resource);
  if (other === undefined || (!other.isScoped && !resource.isScoped)) return;
  report([...resource.path, 'model'], {
    code: 'shared-table',
    found: resource.model,
    first: [...other.path, 'model'],
    message: text`with ${'rls'}, rules apply to a whole table, and another resource uses the same one`,
    fix: "Merge the two resources, or remove 'rls'.",
  });
}

function isOfOneTable(one: Seen, other: Seen): boolean {
  if (one.database !== other.database) return false;
  if (one.model === other.model) return true;
  const { table } = one;
  return (
    table !== undefined && table.name === other.table?.name && table.schema === other.table.schema
  );
}
