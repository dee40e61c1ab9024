import { splitStatements } from '../sql/split-statements.js';
import type { DesiredState } from '../desired-state.js';
import { refuse } from '../errors/errors.js';
import type { Issue } from '@rowhouse/errors';

/** The words by which a statement about a role begins; a user mapping is an object of the database. */
const ABOUT_ROLE =
  /^(?:(?:CREATE|ALTER|DROP|COMMENT\s+ON|SECURITY\s+LABEL\s+(?:FOR\s+\S+\s+)?ON)\s+(?:ROLE|USER|GROUP)\s+(?!MAPPING\b)|(?:GRANT|REVOKE)\s+(?!.*\sON\s))\S+/is;

const ABOUT_TABLESPACE_OR_PARAMETER =
  /^(?:(?:CREATE|ALTER|DROP|COMMENT\s+ON)\s+TABLESPACE\s|(?:GRANT|REVOKE)\s.*\sON\s+(?:PARAMETER|TABLESPACE)\s+)\S+/is;

const REFUSED = [
  {
    about: ABOUT_TABLESPACE_OR_PARAMETER,
    fix: 'Run it on each server that needs it.',
  },
  {
    about: ABOUT_ROLE,
    fix: 'Use registerRole() for roles and memberships. Set other attributes of a role on each server.',
  },
];

/**
 * Sees that no object's SQL is about a role, a tablespace or a parameter. These belong to the server: the scratch
 * database would change those that are there, and the catalog that is read from it has none of them, or no more than
 * was registered.
 *
 * @throws {SchemaValidationError} naming each statement.
 */
export function refuseRoleStatements({ statements, roleStatements }: DesiredState): void {
  const objects = statements.slice(roleStatements.length);
  refuse(
    objects
      .flatMap((statement) => splitStatements(statement))
      .flatMap(({ text }) =>
        REFUSED.flatMap(({ about, fix }): Issue[] => {
          const start = about.exec(text)?.[0];
          if (start === undefined) return [];
          return [
            {
              code: 'unsupported-object',
              subject: start.replaceAll(/\s+/g, ' '),
              message: 'migrations do not support it',
              fix,
            },
          ];
        }),
      ),
  );
}
