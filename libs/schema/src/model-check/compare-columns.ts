import { text, unquoted } from '@rowhouse/errors';
import { isUnknown, type ColumnFacts } from '@rowhouse/sqlalchemy';

import { compareTypes } from './column-type.js';
import type { Findings } from './findings.js';
import type { CatalogColumn } from './relations.js';

/** Tells where a column of a model and that of the database part. */
export function compareColumns(
  subject: string,
  column: ColumnFacts,
  found: CatalogColumn,
  isView: boolean,
  findings: Findings,
): void {
  const { at } = column;
  compareType(subject, column, found, findings);
  // A view has neither NOT NULL nor defaults, whatever its tables have.
  if (isView) return;
  const { nullable } = column;
  if (isUnknown(nullable)) findings.unchecked(subject, 'whether it may be NULL', nullable);
  else if (nullable && !found.nullable) {
    const message = 'it can be None in the model, but is NOT NULL in the database';
    findings.differs({ code: 'different-null', at, subject, message });
  } else if (!nullable && found.nullable) {
    const message = 'it cannot be None in the model, but can be NULL in the database';
    findings.differs({ code: 'different-null', at, subject, message });
  }
  const origin = compareOrigin(column, found);
  if (origin === undefined) return;
  if (typeof origin === 'object' && 'unknown' in origin) {
    findings.unchecked(subject, 'where its values come from', origin);
  } else findings.differs({ code: 'different-default', at, subject, message: origin });
}

function compareType(
  subject: string,
  column: ColumnFacts,
  found: CatalogColumn,
  findings: Findings,
): void {
  const types = compareTypes(column, found);
  if ('unknown' in types) return findings.unchecked(subject, 'its type', types);
  if (!types.agree) {
    const message = text`the model has ${unquoted(types.model)}, the database ${unquoted(found.type)}`;
    return findings.differs({ code: 'different-type', at: column.at, subject, message });
  }
  if (!found.labels || isUnknown(column.type)) return;
  const stored = column.type.enum?.stored;
  if (stored === undefined) return;
  if (isUnknown(stored)) return findings.unchecked(subject, 'the members of its enum', stored);
  const labels = found.labels;
  const extra = stored.filter((value) => !labels.includes(value));
  const lacking = labels.filter((label) => !stored.includes(label));
  const parts = [
    ...(extra.length > 0 ? [text`the enum in the database lacks ${extra}`] : []),
    ...(lacking.length > 0 ? [text`the enum of the model lacks ${lacking}`] : []),
  ];
  if (parts.length === 0) return;
  const message = parts.length === 1 ? parts[0]! : text`${parts[0]}, and ${parts[1]}`;
  findings.differs({ code: 'different-enum', at: column.at, subject, message });
}

/** Where values come from when none is given: an expression, an identity, or a default. */
function compareOrigin(column: ColumnFacts, found: CatalogColumn) {
  const { computed, identity, serverDefault, default: made, autoincrement } = column;
  const lost = [computed, identity, serverDefault].find(isUnknown);
  if (lost) return lost;
  if (computed !== null || found.generated) {
    if (computed !== null && found.generated) return undefined;
    return computed !== null
      ? 'the model has Computed, but the database has no expression'
      : 'the database computes it, but the model has no Computed';
  }
  if (found.identity && identity && !isUnknown(identity)) {
    const { always } = identity;
    if (isUnknown(always)) return always;
    const said = always ? 'always' : 'by default';
    if (said === found.identity) return undefined;
    return text`the model's Identity is ${unquoted(said)}, the database's ${unquoted(found.identity)}`;
  }
  const isSupplied = found.identity !== null || found.default !== null;
  if (identity !== null && !isSupplied)
    return 'the model has Identity, but the database does not generate the value';
  if (isUnknown(serverDefault) || serverDefault?.kind === 'fetched') return undefined;
  if (serverDefault !== null && !isSupplied)
    return 'the model has a server_default, but the database has no default';
  // With a default of its own, the model never asks the database for one.
  if (isUnknown(made) || made !== null) return undefined;
  if (autoincrement === true && !isSupplied)
    return 'the model expects the database to generate the key, but it does not';
  if (isUnknown(autoincrement) || autoincrement || identity !== null || serverDefault !== null)
    return undefined;
  if (found.identity !== null)
    return 'the database generates the value, but the model has no Identity';
  if (found.default === null) return undefined;
  return text`the database has the default ${unquoted(found.default)}, but the model has no server_default`;
}
