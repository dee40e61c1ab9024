import type { Metadata } from '../metadata/metadata.js';
import { quoteQualified, type QualifiedName } from '../sql/identifier.js';
import { dollarQuoted, stringLiteral } from '../sql/literal.js';
import { schemaOfTriggers } from './register-triggers.js';

/** The function that PostgREST calls before each request; `undefined` without a REST view. */
export function requestCheck(metadata: Metadata): QualifiedName | undefined {
  const [first] = metadata.apiResources();
  return first && { schema: schemaOfTriggers(first.schema), name: 'check_request' };
}

/**
 * Registers a function that refuses a write for which the role has no privilege. PostgreSQL itself rejects a write to a
 * view without a trigger for it before it looks at privileges, with an error that PostgREST takes for one of the server.
 *
 * @param roles The roles that requests run as.
 */
export function registerRequestCheck(metadata: Metadata, roles: readonly string[]): void {
  const callee = requestCheck(metadata);
  if (!callee) return;
  const text = body(metadata.apiResources()[0]!.schema);
  const signature = `${quoteQualified(callee)}()`;
  metadata.registerObject({
    kind: 'function',
    ...callee,
    // Each view registers it.
    signature: text,
    create: () => [
      [
        `CREATE FUNCTION ${signature} RETURNS void`,
        "LANGUAGE plpgsql STABLE SET search_path = ''",
        `AS ${dollarQuoted(text)}`,
      ].join('\n'),
      `COMMENT ON FUNCTION ${signature} IS 'Refuses a write for which the role has no privilege. PostgREST calls it before each request.'`,
      `REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`,
    ],
  });
  for (const to of new Set(roles)) {
    metadata.registerGrant({
      on: { kind: 'schema', name: callee.schema },
      privileges: ['usage'],
      to,
    });
    metadata.registerGrant({ on: { kind: 'function', ...callee }, privileges: ['execute'], to });
  }
}

/** @param schema Where PostgREST looks for a view if the request names no schema. */
function body(schema: string): string {
  return `DECLARE
  headers pg_catalog.json := pg_catalog.current_setting('request.headers', true);
  name pg_catalog.text := pg_catalog.substr(pg_catalog.current_setting('request.path', true), 2);
  view pg_catalog.regclass := pg_catalog.to_regclass(
    pg_catalog.format('%I.%I', coalesce(headers ->> 'content-profile', ${stringLiteral(schema)}), name));
  privilege pg_catalog.text := CASE pg_catalog.current_setting('request.method', true)
    WHEN 'POST' THEN 'INSERT' WHEN 'PUT' THEN 'INSERT' WHEN 'PATCH' THEN 'UPDATE' WHEN 'DELETE' THEN 'DELETE' END;
BEGIN
  -- There is no view for a function, and no privilege for a request that reads: then, this is NULL.
  IF NOT pg_catalog.has_table_privilege(view, privilege) THEN
    RAISE EXCEPTION USING ERRCODE = '42501', MESSAGE = 'permission denied for view ' || name;
  END IF;
END`;
}
