import { quoteIdentifier } from './identifier.js';
import { dollarQuoted, stringLiteral } from './literal.js';

/** That one role may act as another. */
export interface Membership {
  readonly role: string;
  readonly member: string;
}

/**
 * Makes a role where the server has none of its name. Roles belong to the whole server, so another
 * database may have made it before, or be making it now.
 *
 * @param create `CREATE ROLE …`
 */
export function roleUnlessExists(name: string, create: string): string {
  return unlessExists(
    `SELECT FROM pg_catalog.pg_roles WHERE rolname = ${stringLiteral(name)}`,
    create,
  );
}

/**
 * Makes `member` a member of `role` where it is none: a membership belongs to the whole server, too.
 */
export function membershipUnlessExists(membership: Membership): string {
  const { role, member } = membership;
  return unlessExists(
    `SELECT FROM pg_catalog.pg_auth_members WHERE roleid = ${oid(role)} AND member = ${oid(member)}`,
    grantMembership(membership),
  );
}

/** The statement that makes `member` a member of `role`. */
export function grantMembership({ role, member }: Membership): string {
  return `GRANT ${quoteIdentifier(role)} TO ${quoteIdentifier(member)}`;
}

function oid(role: string): string {
  return `${stringLiteral(quoteIdentifier(role))}::pg_catalog.regrole`;
}

function unlessExists(query: string, statement: string): string {
  const body = [
    'BEGIN',
    `  IF NOT EXISTS (${query}) THEN`,
    `    ${statement};`,
    '  END IF;',
    'EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;',
    'END',
  ].join('\n');
  return `DO ${dollarQuoted(body)}`;
}
