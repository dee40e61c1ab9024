import { getTableColumns, type Column } from 'drizzle-orm';
import { QueryBuilder, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';

import { refuse, SchemaValidationError } from '../errors/errors.js';
import { readableObject } from '../sql/identifier.js';
import * as kinds from '../options/kinds.js';
import { requireArgument, requireOptions } from '../options/require-options.js';
import type { DefinedTable } from '../table/types.js';
import {
  checkQuery,
  columnsRead,
  keepsRows,
  renderSelect,
  viewFields,
  type ViewQuery,
} from '../views/select.js';
import { createView, type ViewSecurity } from '../views/view-ddl.js';
import { viewShape } from '../views/view-shape.js';
import { exposedColumns } from './exposed-columns.js';
import { RestExtension } from './extension.js';
import { checkedGrants, type RestGrant } from './grants.js';
import { writeIssues } from './write-issues.js';
import { REST_VIEW_OPTIONS, type BaseQuery, type RestViewOptions } from './options.js';
import { refuseHiddenColumns } from './hidden-columns.js';
import { describeRestView, registerTriggers, schemaOfTriggers } from './register-triggers.js';
import { grantToInvokers, refuseUnsaidSecurity, unreadableWrites } from './security.js';
import { grantTypeSchemas } from './type-schemas.js';
import { registerRequestCheck } from './request-check.js';
import { registerUpsert, upsertIssues } from './upsert.js';
import { restColumns, viewDefault } from './view-columns.js';
import { keyColumns, type WriteTarget } from './write-triggers.js';

/** A view in an API schema over a table. */
export interface RestView {
  readonly name: string;
  readonly schema: string;
  readonly source: DefinedTable;
  /** Names of the view's columns, in its order. */
  readonly columns: readonly string[];
  /** What each role may do. */
  readonly grants: Readonly<Record<string, readonly RestGrant[]>>;
  /** Whose rights and row-level policies it has on the tables. */
  readonly security: ViewSecurity;
}

/**
 * Exposes a table as a view in the API schema, and registers the view, its triggers and grants.
 *
 * @example
 * restView(articles, { grants: ['select', 'insert'], excludeColumns: ['draft'] });
 *
 * @throws ColumnError when `columns` or `excludeColumns` cannot stand.
 * @throws SchemaValidationError when the table's config has no REST extension, a grant cannot be
 * given, or the view's name is taken.
 */
export function restView<T extends PgTable>(
  source: DefinedTable<T>,
  options: RestViewOptions<T> = {},
): RestView {
  requireArgument('restView()', [], source, kinds.table);
  requireOptions(`REST view of table ${readableObject(source)}`, options, REST_VIEW_OPTIONS);
  const extension = restExtension(source);
  const schema = options.schema ?? extension.schema;
  const name = options.name ?? source.name;
  const subject = describeRestView({ schema, name }, source);
  const { metadata } = source;
  const grants = checkedGrants(options, subject, (role) => isUnknownRole(role, source, extension));
  const exposed = exposedColumns(source, options, subject);
  const base = new QueryBuilder().select(exposed).from(source.table as PgTable);
  const query: ViewQuery =
    options.query?.(base as unknown as BaseQuery<T>, source.table) ?? (base as ViewQuery);
  if (options.query) checkQuery(query, subject);
  const fields = viewFields(query, subject);
  if (options.query) refuseHiddenColumns(fields, exposed, source, subject);

  const ownRead = options.query ? columnsRead(query, subject) : Object.values(exposed);
  const read = new Set<Column>([...ownRead, ...source.primaryKey]);
  const said = options.security ?? extension.security;
  if (said === undefined) refuseUnsaidSecurity(source.table, read, subject);
  const security = said ?? 'definer';

  const columns = restColumns(fields, source);
  const visible = new Set(columns.map((column) => column.source));
  const hidden = Object.values<PgColumn>(getTableColumns(source.table)).filter(
    (column) => !visible.has(column),
  );
  const key = source.primaryKey.map((column) => column.name);
  const granted = new Set(Object.values(grants).flat());
  const view = { schema, name };
  const target: WriteTarget = {
    view,
    table: { schema: source.schema, name: source.name },
    triggerSchema: schemaOfTriggers(schema),
    isProjection: options.query === undefined,
    tellsHidden:
      hidden.length > 0 ||
      options.query !== undefined ||
      Object.values(grants).some((privileges) => !privileges.includes('select')),
    columns,
    key,
    setsChangedOnly: () =>
      metadata
        .objects()
        .some(
          ({ isOfColumns, schema: of, of: name }) =>
            isOfColumns && of === source.schema && name === source.name,
        ),
    ...(options.query && !keyColumns({ columns, key }) && keepsRows(query, subject)
      ? { queryWithKey: () => renderSelect(query, subject, { extra: source.primaryKey }) }
      : {}),
  };
  const upsert = options.upsert && { view, columns, source, upsert: options.upsert, grants };
  refuse([
    ...writeIssues(target, granted, { hasQuery: options.query !== undefined, hidden, subject }),
    ...unreadableWrites(grants, security, subject),
    ...(upsert ? upsertIssues(upsert, subject) : []),
  ]);

  metadata.registerObject({
    kind: 'view',
    ...view,
    description: `the ${subject}`,
    ...(said ? { security: said } : {}),
    view: () => viewShape(query, fields, source.comment, subject),
    create: () => {
      const comments = commentsByColumn(source);
      return createView({
        ...view,
        comment: source.comment,
        security,
        query: renderSelect(query, subject, { readOnly: true }),
        columns: columns.map((column) => ({
          name: column.name,
          default: granted.has('insert') ? viewDefault(column) : undefined,
          comment: comments.get(column.source),
        })),
      });
    },
  });
  registerTriggers(metadata, target, { granted, security, primaryKey: source.primaryKey });
  if (upsert) registerUpsert(metadata, upsert);
  grantTypeSchemas(metadata, columns, grants);
  if (security === 'invoker') grantToInvokers(metadata, { ...target, read, grants });
  for (const [role, privileges] of Object.entries(grants)) {
    metadata.registerGrant({
      on: { kind: 'schema', name: schema },
      privileges: ['usage'],
      to: role,
    });
    metadata.registerGrant({ on: { kind: 'table', ...view }, privileges, to: role });
  }
  const hiddenColumns = hidden.map((column) => column.name);
  metadata.registerApiResource({ ...view, source: target.table, grants, hiddenColumns });
  registerRequestCheck(metadata, [...extension.roles, ...Object.keys(grants)]);
  metadata.registerEndStatement("NOTIFY pgrst, 'reload schema'");
  return { ...view, source, columns: columns.map((column) => column.name), grants, security };
}

function restExtension(source: DefinedTable): RestExtension {
  const resolved = source.config?.extension('rest');
  if (resolved) return resolved.extension as RestExtension;
  throw new SchemaValidationError([
    {
      code: 'no-rest-extension',
      subject: `table ${readableObject(source)}`,
      path: ['config'],
      message: 'has no REST extension, which restView() needs',
      fix: 'Define the table with { config: new SchemaConfig().use(new RestExtension()) }.',
    },
  ]);
}

/**
 * Whether nobody registers a role. Where other extensions may do so yet, `desiredState` sees to it.
 */
function isUnknownRole(
  role: string,
  { config, metadata }: DefinedTable,
  extension: RestExtension,
): boolean {
  return (
    config?.extensions().length === 1 &&
    extension.configureMetadata === RestExtension.prototype.configureMetadata &&
    !extension.roles.includes(role) &&
    !metadata.roles().some(({ name }) => name === role)
  );
}

/** The comments of a table's columns, by column. */
function commentsByColumn(source: DefinedTable): ReadonlyMap<PgColumn | undefined, string> {
  const columns: Record<string, PgColumn> = getTableColumns(source.table);
  return new Map(Object.entries(source.columnComments).map(([key, text]) => [columns[key]!, text]));
}
