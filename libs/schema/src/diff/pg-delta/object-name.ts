import type { StableId } from '@supabase/pg-delta';

import { quoteIdentifier } from '../../sql/identifier.js';

/** Kinds whose name in a message differs from the engine's word for them. */
const KINDS: Readonly<Record<string, string>> = {
  acl: 'privilege',
  defaultPrivilege: 'default privilege',
  eventTrigger: 'event trigger',
  fdw: 'foreign data wrapper',
  foreignTable: 'foreign table',
  materializedView: 'materialized view',
  publicationRel: 'publication',
  publicationSchema: 'publication',
  securityLabel: 'security label',
  typeAttribute: 'attribute',
  userMapping: 'user mapping',
};

/** The kind of an object in the words of PostgreSQL's manual. */
export function kindOf(id: StableId): string {
  return KINDS[id.kind] ?? id.kind;
}

/** An object as a reader would name it, on one line whatever its name holds. */
export function objectName(id: StableId): string {
  switch (id.kind) {
    case 'acl': {
      const target = objectName(id.target);
      const column = id.column === undefined ? '' : `.${readable(id.column)}`;
      return `${target}${column} for ${id.grantee === 'PUBLIC' ? 'everyone' : readable(id.grantee)}`;
    }
    case 'comment':
    case 'securityLabel':
      return `${kindOf(id.target)} ${objectName(id.target)}`;
    case 'membership':
      return `${readable(id.member)} in ${readable(id.role)}`;
    case 'function':
    case 'procedure':
    case 'aggregate':
      return `${readable(id.schema)}.${readable(id.name)}(${id.args.map(printable).join(', ')})`;
    case 'constraint':
    case 'trigger':
    case 'rule':
    case 'policy':
      return `${readable(id.name)} on ${readable(id.schema)}.${readable(id.table)}`;
    default: {
      const parts = id as unknown as Record<string, unknown>;
      return ['publication', 'schema', 'table', 'type', 'server', 'role', 'name']
        .flatMap((key) => (typeof parts[key] === 'string' ? [readable(parts[key])] : []))
        .join('.');
    }
  }
}

function readable(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_$]*$/u.test(name) ? name : printable(quoteIdentifier(name));
}

/** A name with a line break in it must not break out of the SQL comment it is written in. */
function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}
