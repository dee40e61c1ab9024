import { splitStatements } from '../database/split-statements.js';
import type { DesiredState } from '../desired-state.js';
import { refuse } from '../errors/errors.js';
import type { Issue } from '@rowhouse/errors';

/** The words by which a statement about a role begins; a user mapping is an object of the database. */
const ABOUT_ROLE =
  /^(?:(?:CREATE|ALTER|DROP|COMMENT\s+ON|SECURITY\s+LABEL\s+(?:FOR\s+\S+\s+)?ON)\s+(?:ROLE|USER|GROUP)\s+(?!MAPPING\b)|(?:GRANT|REVOKE)\s+(?!.*\sON\s))\S+/is;

/** So do those of which the catalog that is read from a scratch database has nothing. */
const ABOUT_SERVER =
  /^(?:(?:CREATE|ALTER|DROP|COMMENT\s+ON)\s+TABLESPACE\s|(?:GRANT|REVOKE)\s.*\sON\s+(?:PARAMETER|TABLESPACE)\s+)\S+/is;

/**
 * Sees that no object's SQL is about a role, or about something else that belongs to the server. Roles belong to the server: the scratch database would change
 * those that are there, and the catalog that is read from it has no more of them than was registered.
 *
 * @throws {SchemaValidationError} naming each statement.
 */
export function refuseRoleStatements({ statements, roleStatements }: DesiredState): void {
  const objects = statements.slice(roleStatements.length);
  refuse(
    objects
      .flatMap((statement) => splitStatements(statement))
      .flatMap(({ text }): Issue[] => {
        const aboutServer = ABOUT_SERVER.exec(text)?.[0];
        const start = aboutServer ?? ABOUT_ROLE.exec(text)?.[0];
        if (start === undefined) return [];
        return [
          {
            code: 'unsupported-object',
            subject: start.replaceAll(/\s+/g, ' '),
            message: 'migrations do not support it',
            fix:
              aboutServer === undefined
                ? 'Use registerRole() for roles and memberships. Set other attributes of a role on each server.'
                : 'Run it on each server that needs it.',
          },
        ];
      }),
  );
}
