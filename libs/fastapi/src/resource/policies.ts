import { readOperations, type Access, type Stamp } from '../config/access.js';
import type { Comparison, Value } from '../config/conditions.js';
import type { Resource } from '../config/project.js';
import type { TableConfig } from '../config/table.js';
import type { Route } from '../outputs/index.js';
import { identifier, literal } from '../sql.js';
import { nothing, ofStamps, permitted, simplified, type Permission } from './permission.js';

/** The setting of a transaction that says who asks: the user's attributes, as JSON. */
const userSetting = 'rowhouse.user';

/** That there is a user: no question in Python, where routes without one call other functions. */
const someone: Permission = {
  kind: 'named',
  name: 'someone',
  of: { kind: 'all', of: [] },
  hasUser: false,
};

/** A policy of a table, as it is made anew; undefined where nobody may do what it would be for. */
interface Policy {
  readonly name: string;
  readonly head: string;
  readonly using?: string | undefined;
  readonly check?: string | undefined;
}

/** The statements that make the rules of a resource policies of its table. They can be run again. */
export function policiesOf(
  { access, modelName }: Pick<Resource, 'modelName'> & { readonly access: Access },
  routes: readonly Pick<Route, 'operation' | 'rows'>[],
): string {
  const { schema, name, columns } = access.table!;
  const table = [schema, name]
    .filter((part) => part !== undefined)
    .map(identifier)
    .join('.');
  const statements = commandsOf(access, routes).map(({ command, using, check }): Policy => ({
    name: `rowhouse_${command.toLowerCase()}`,
    head: `FOR ${command}`,
    using: using && clause('USING', using, columns, access),
    check: check && clause('WITH CHECK', check, columns, access),
  }));
  const tenant: Policy = {
    name: 'rowhouse_tenant',
    head: 'AS RESTRICTIVE',
    using:
      access.tenant.length > 0
        ? clause('USING', ofStamps(access.tenant), columns, access)
        : undefined,
  };
  return [
    `\n-- ${modelName}`,
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;`,
    ...[tenant, ...statements].flatMap((policy) => policySource(policy, table)),
  ].join('\n');
}

function policySource({ name, head, using, check }: Policy, table: string): readonly string[] {
  const on = `${identifier(name)} ON ${table}`;
  const clauses = [using, check].filter((each) => each !== undefined);
  return [
    `DROP POLICY IF EXISTS ${on};`,
    ...(clauses.length > 0 ? [`CREATE POLICY ${on} ${head}\n  ${clauses.join('\n  ')};`] : []),
  ];
}

interface Command {
  readonly command: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';
  readonly using?: Permission | undefined;
  readonly check?: Permission | undefined;
}

/** What each statement of SQL is allowed with; nothing where nobody may use it. */
function commandsOf(
  access: Access,
  routes: readonly Pick<Route, 'operation' | 'rows'>[],
): readonly Command[] {
  const namesOf = (...rows: readonly Route['rows'][]) =>
    routes.filter((route) => rows.includes(route.rows)).map(({ operation }) => operation);
  const isSoft = access.deletedAt !== undefined;
  const deletes = namesOf('deleted');
  const changes = [...namesOf('changed', 'restored'), ...(isSoft ? deletes : [])];
  const before = (operations: readonly string[]) => ofRules(access, operations, false);
  const after = (operations: readonly string[]) => ofRules(access, operations, true);
  const locked = before([...changes, ...deletes]);
  return [
    { command: 'SELECT', using: before(readOperations) },
    { command: 'INSERT', check: after(namesOf('made')) },
    // A delete locks its row first, of which PostgreSQL asks the policies of updates.
    { command: 'UPDATE', using: locked, check: locked && (after(changes) ?? nothing) },
    { command: 'DELETE', using: before(isSoft ? [] : deletes) },
  ];
}

/** The rows of some operations, whoever asks; the policy of tenants is apart. */
function ofRules(
  access: Access,
  operations: readonly string[],
  after: boolean,
): Permission | undefined {
  const rules = access.rules.filter(({ to }) => to !== 'anyone');
  const ofUsers = permitted({ ...access, tenant: [], rules }, operations, { after });
  const ofAnyone = permitted({ ...access, tenant: [] }, operations, { hasUser: false, after });
  // To be in a tenant is to be a user.
  const isUser = access.tenant.length > 0 || needsUser(ofUsers);
  const known: Permission = isUser ? ofUsers : { kind: 'all', of: [someone, ofUsers] };
  const all = simplified({ kind: 'any', of: [ofAnyone, known] });
  return all.kind === 'any' && all.of.length === 0 ? undefined : all;
}

/** Whether nobody fulfils a permission without being a user. */
function needsUser(permission: Permission): boolean {
  switch (permission.kind) {
    case 'all':
      return permission.of.some(needsUser);
    case 'any':
      return permission.of.every(needsUser);
    case 'field':
      return permission.test.kind === 'user';
    case 'named':
      return needsUser(permission.of);
    default:
      return permission.kind === 'role';
  }
}

type Columns = TableConfig['columns'];

function clause(word: string, permission: Permission, columns: Columns, access: Access): string {
  const source = permissionSql(permission, columns, access, '    ');
  return source.includes('\n') ? `${word} (\n    ${source}\n  )` : `${word} (${source})`;
}

/** A permission as a condition of SQL; parts stand on lines of their own. */
function permissionSql(
  permission: Permission,
  columns: Columns,
  access: Access,
  indent: string,
): string {
  switch (permission.kind) {
    case 'all':
    case 'any': {
      if (permission.of.length === 0) return String(permission.kind === 'all');
      const inner = `${indent}  `;
      const parts = permission.of.map((each) => {
        const source = permissionSql(each, columns, access, inner);
        const isGroup = (each.kind === 'all' || each.kind === 'any') && each.of.length > 1;
        return isGroup ? `(\n${inner}${source}\n${indent})` : source;
      });
      return parts.join(`\n${indent}${permission.kind === 'all' ? 'AND' : 'OR'} `);
    }
    case 'named':
      return permission === someone
        ? `(SELECT ${told} IS NOT NULL)`
        : permissionSql(permission.of, columns, access, indent);
    case 'role':
      return `(SELECT ${told}::jsonb -> ${literal(access.roles)} ? ${literal(permission.role)})`;
    case 'field':
      return comparisonSql(permission, columns[permission.field]!, access);
    case 'function':
      throw new Error('A function is no policy');
  }
}

/** Who asks, as JSON; NULL for nobody: a setting of a former transaction is empty. */
const told = `nullif(current_setting(${literal(userSetting)}, true), '')`;

function comparisonSql(
  { field, test, negated }: Comparison,
  column: Columns[string],
  { neverNull }: Access,
): string {
  const isNeverNull = neverNull.has(field);
  const name = identifier(column.name);
  const { type, stored } = column;
  const value = (plain: Value) => literal(stored?.[String(plain)] ?? plain);
  switch (test.kind) {
    case 'user': {
      const text = `${told}::jsonb ->> ${literal(test.attribute)}`;
      // A SELECT of its own, so that it is asked once, and not for each row.
      const claim = `(SELECT ${type === 'text' ? text : `(${text})::${type}`})`;
      const own = stored ? `${name}::text` : name;
      // Neither equals, nor differs from, a claim that is NULL.
      return negated && !isNeverNull
        ? `(${claim} IS NOT NULL AND ${own} IS DISTINCT FROM ${claim})`
        : `${own} ${negated ? '<>' : '='} ${claim}`;
    }
    case 'null':
      return `${name} IS ${negated ? 'NOT ' : ''}NULL`;
    case 'is':
      if (typeof test.value === 'boolean') {
        return `${name} IS ${negated ? 'NOT ' : ''}${value(test.value)}`;
      }
      return negated && !isNeverNull
        ? `${name} IS DISTINCT FROM ${value(test.value)}`
        : `${name} ${negated ? '<>' : '='} ${value(test.value)}`;
    case 'in': {
      const values = `(${test.values.map(value).join(', ')})`;
      return negated && !isNeverNull
        ? `(${name} IS NULL OR ${name} NOT IN ${values})`
        : `${name} ${negated ? 'NOT ' : ''}IN ${values}`;
    }
  }
}

/** The attributes of a user that the rules of a resource ask for. */
export function attributesIn({ tenant, owner, rules, roles }: Access): readonly string[] {
  const ofStamp = ({ attribute }: Stamp) => attribute;
  return [
    ...tenant.map(ofStamp),
    ...(rules.some(({ to }) => to === 'owner') ? owner.map(ofStamp) : []),
    ...rules.flatMap(({ to, where, check }) => [
      ...(typeof to === 'object' ? [roles] : []),
      ...[where, check].flatMap(attributesOf),
    ]),
  ];
}

function attributesOf(permission: Permission): readonly string[] {
  if (permission.kind === 'all' || permission.kind === 'any') {
    return permission.of.flatMap(attributesOf);
  }
  const isUser = permission.kind === 'field' && permission.test.kind === 'user';
  return isUser && permission.test.kind === 'user' ? [permission.test.attribute] : [];
}
