import type { SchemaObject } from './definitions.js';
import { quoteIdentifier, quoteQualified, type QualifiedName } from '../sql/identifier.js';
import { dollarQuoted } from '../sql/literal.js';

/** What a trigger calls. */
export interface TriggerFunction extends QualifiedName {
  /** Writes PL/pgSQL from `DECLARE` or `BEGIN` to `END`; every name in it qualified. */
  readonly body: () => string;
  /** Whether it runs with the rights of its owner. Default: false. */
  readonly securityDefiner?: boolean;
  /** The schemas in which its operators are looked up after PostgreSQL's own. Default: none. */
  readonly searchPath?: () => readonly string[];
  /** Whether several may register it: it is one function when the body is the same. */
  readonly shared?: boolean;
}

/**
 * A trigger function that cannot be fooled through `search_path` and that nobody but triggers can
 * call.
 */
export function triggerFunction(options: TriggerFunction): SchemaObject {
  const { schema, name, body, securityDefiner = false, searchPath, shared = false } = options;
  return {
    kind: 'function',
    schema,
    name,
    ...(shared ? { signature: body() } : {}),
    create: () => {
      const signature = `${quoteQualified(options)}()`;
      return [
        [
          `CREATE FUNCTION ${signature} RETURNS trigger`,
          `LANGUAGE plpgsql${securityDefiner ? ' SECURITY DEFINER' : ''} ${setSearchPath(searchPath?.())}`,
          `AS ${dollarQuoted(body())}`,
        ].join('\n'),
        `REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`,
      ];
    },
  };
}

/** The clause of a function that sets its search path; PostgreSQL looks at temporary tables last. */
export function setSearchPath(schemas: readonly string[] = []): string {
  if (schemas.length === 0) return "SET search_path = ''";
  return `SET search_path = ${[...schemas, 'pg_temp'].map(quoteIdentifier).join(', ')}`;
}

export interface TriggerDefinition {
  /** The table or view. */
  readonly table: QualifiedName;
  /** Unique among the triggers of the table. */
  readonly name: string;
  readonly timing: 'BEFORE' | 'AFTER' | 'INSTEAD OF';
  readonly events: readonly ('INSERT' | 'UPDATE' | 'DELETE')[];
  /** The trigger function. */
  readonly function: QualifiedName;
}

/** A trigger on a table or view that runs for each row. */
export function triggerOn(trigger: TriggerDefinition): SchemaObject {
  const { table, name, timing, events } = trigger;
  return {
    kind: 'trigger',
    schema: table.schema,
    name,
    of: table.name,
    create: () => [
      [
        `CREATE TRIGGER ${quoteIdentifier(name)} ${timing} ${events.join(' OR ')} ON ${quoteQualified(table)}`,
        `FOR EACH ROW EXECUTE FUNCTION ${quoteQualified(trigger.function)}()`,
      ].join(' '),
    ],
  };
}
