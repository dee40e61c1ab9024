import type { StableId } from '@supabase/pg-delta';

import { onOneLine, readableName } from '../../sql/identifier.js';

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
      const column = id.column === undefined ? '' : `.${readableName(id.column)}`;
      return `${target}${column} for ${id.grantee === 'PUBLIC' ? 'everyone' : readableName(id.grantee)}`;
    }
    case 'comment':
    case 'securityLabel':
      return `${kindOf(id.target)} ${objectName(id.target)}`;
    case 'membership':
      return `${readableName(id.member)} in ${readableName(id.role)}`;
    case 'function':
    case 'procedure':
    case 'aggregate':
      return `${readableName(id.schema)}.${readableName(id.name)}(${id.args.map(onOneLine).join(', ')})`;
    case 'constraint':
    case 'trigger':
    case 'rule':
    case 'policy':
      return `${readableName(id.name)} on ${readableName(id.schema)}.${readableName(id.table)}`;
    default: {
      const parts = id as unknown as Record<string, unknown>;
      return ['publication', 'schema', 'table', 'type', 'server', 'role', 'name']
        .flatMap((key) => (typeof parts[key] === 'string' ? [readableName(parts[key])] : []))
        .join('.');
    }
  }
}
