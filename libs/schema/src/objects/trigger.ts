import type { SQL } from 'drizzle-orm';

import type { Metadata } from '../metadata/metadata.js';
import * as kinds from '../options/kinds.js';
import { requireArgument, requireOptions, type Kinds } from '../options/require-options.js';
import { renderExpression } from '../sql/expression.js';
import {
  quoteIdentifier,
  quoteQualified,
  readableName,
  type QualifiedName,
} from '../sql/identifier.js';
import { stringLiteral } from '../sql/literal.js';

/** When a trigger runs other than for the writes of clients, in SQL. */
const states = { always: 'ENABLE ALWAYS', replica: 'ENABLE REPLICA', never: 'DISABLE' } as const;

export interface TriggerOptions {
  /** The table or view; in a plugin, its context. */
  readonly on: QualifiedName & { readonly metadata: Metadata };
  readonly timing: 'before' | 'after' | 'instead of';
  readonly events: readonly ('insert' | 'update' | 'delete' | 'truncate')[];
  /** The function that it calls, of {@link fn} with `returns: 'trigger'`. */
  readonly call: QualifiedName;
  /** What the function finds in `TG_ARGV`. */
  readonly args?: readonly string[];
  /** Default: `row`. */
  readonly forEach?: 'row' | 'statement';
  /** Names of the columns of which an update must name one. */
  readonly updateOf?: readonly string[];
  /** When it runs, in terms of `OLD` and `NEW`. */
  readonly when?: SQL;
  /** Names under which a statement's trigger finds the rows, before and after. */
  readonly rows?: { readonly old?: string; readonly new?: string };
  /** Makes it a constraint trigger that may wait for the commit, and does so from the start if `deferred`. */
  readonly deferrable?: 'immediate' | 'deferred';
  /** Whether it runs for what replication writes: `always` also, `replica` only; `never` turns it off. Default: it does not. */
  readonly enabled?: keyof typeof states;
  readonly comment?: string;
}

const ROWS_OPTIONS: Kinds<NonNullable<TriggerOptions['rows']>> = {
  old: kinds.string,
  new: kinds.string,
};

const OPTIONS: Kinds<TriggerOptions> = {
  on: kinds.required(kinds.tableOrView),
  timing: kinds.required(kinds.oneOf('before', 'after', 'instead of')),
  events: kinds.required(
    kinds.listOf(
      kinds.oneOf('insert', 'update', 'delete', 'truncate'),
      'a list of insert, update, delete and truncate',
    ),
  ),
  call: kinds.required(kinds.named),
  args: kinds.strings,
  forEach: kinds.oneOf('row', 'statement'),
  updateOf: kinds.strings,
  when: kinds.sql,
  rows: kinds.objectWith(ROWS_OPTIONS, 'names for old and new'),
  deferrable: kinds.oneOf('immediate', 'deferred'),
  enabled: kinds.oneOf(...Object.keys(states)),
  comment: kinds.string,
};

/**
 * Defines a trigger on a table or view.
 *
 * @example
 * trigger('touch', { on: articles, timing: 'before', events: ['update'], call: touch });
 */
export function trigger(name: string, options: TriggerOptions): void {
  requireArgument('trigger', ['name'], name, kinds.string);
  requireOptions(`trigger ${readableName(name)}`, options, OPTIONS);
  const { on, enabled, comment } = options;
  const own = quoteIdentifier(name);
  const target = quoteQualified(on);
  on.metadata.registerObject({
    kind: 'trigger',
    schema: on.schema,
    name,
    of: on.name,
    isOfColumns: options.updateOf !== undefined,
    create: () => [
      createTrigger(own, target, options),
      ...(enabled ? [`ALTER TABLE ${target} ${states[enabled]} TRIGGER ${own}`] : []),
      ...(comment === undefined
        ? []
        : [`COMMENT ON TRIGGER ${own} ON ${target} IS ${stringLiteral(comment)}`]),
    ],
  });
}

function createTrigger(name: string, target: string, options: TriggerOptions): string {
  const { timing, events, call, args = [], forEach = 'row', when, rows, deferrable } = options;
  const columns = options.updateOf?.map(quoteIdentifier).join(', ');
  const list = events.map((event) =>
    event === 'update' && columns ? `UPDATE OF ${columns}` : event.toUpperCase(),
  );
  return [
    `CREATE ${deferrable ? 'CONSTRAINT ' : ''}TRIGGER ${name}`,
    `${timing.toUpperCase()} ${list.join(' OR ')} ON ${target}`,
    ...(deferrable ? [`DEFERRABLE INITIALLY ${deferrable.toUpperCase()}`] : []),
    ...(rows ? [`REFERENCING ${tables(rows)}`] : []),
    `FOR EACH ${forEach.toUpperCase()}`,
    ...(when ? [`WHEN (${renderExpression(when)})`] : []),
    `EXECUTE FUNCTION ${quoteQualified(call)}(${args.map(stringLiteral).join(', ')})`,
  ].join(' ');
}

function tables(rows: NonNullable<TriggerOptions['rows']>): string {
  return [
    ...(rows.old === undefined ? [] : [`OLD TABLE AS ${quoteIdentifier(rows.old)}`]),
    ...(rows.new === undefined ? [] : [`NEW TABLE AS ${quoteIdentifier(rows.new)}`]),
  ].join(' ');
}
