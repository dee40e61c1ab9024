import type { Action, FactBase, StableId } from '@supabase/pg-delta';

import type { MigrationStep } from '../../../steps/index.js';
import { quoteQualified, type QualifiedName } from '../../../sql/identifier.js';
import { stringLiteral } from '../../../sql/literal.js';
import { objectName } from '../object-name.js';

/** The numbers of a sequence, as the engine has them: as text. */
interface Options {
  readonly increment: string;
  readonly start: string;
  readonly minValue: string;
  readonly maxValue: string;
}

/**
 * The engine changes the bounds of a sequence and keeps its position, which PostgreSQL refuses if the position is not
 * within the new bounds. These steps come first, and move it to the nearest bound. No number is used twice: if the
 * sequence was past its new end, it stays at its end. A sequence that was never used begins at its new start.
 */
export function positionSteps(
  { verb, sql }: Action,
  id: StableId,
  from: FactBase,
  to: FactBase,
): MigrationStep[] {
  if (verb !== 'alter' || !/ (?:MINVALUE|MAXVALUE) -?\d/.test(sql)) return [];
  const before = from.get(id);
  const after = to.get(id);
  const old = before && optionsOf(before.payload);
  const next = after && optionsOf(after.payload);
  if (!old || !next) return [];
  const target = quoteQualified(nameOf(id, before.payload));
  const [oldMin, oldMax] = [BigInt(old.minValue), BigInt(old.maxValue)];
  const [min, max] = [BigInt(next.minValue), BigInt(next.maxValue)];
  // The engine restarts a sequence none of whose numbers stays possible.
  if (min > oldMax || max < oldMin) return [];
  const isDescending = next.increment.startsWith('-');
  const start = within(BigInt(next.start), oldMin, oldMax);
  const move = (bound: bigint, comparison: '<' | '>', isEnd: boolean): MigrationStep => ({
    sql:
      `SELECT pg_catalog.setval(${stringLiteral(target)}, CASE WHEN is_called THEN ${bound} ELSE ${start} END, ` +
      `${isEnd ? 'is_called' : 'false'}) FROM ${target} WHERE last_value ${comparison} ${bound}`,
    verb: 'alter',
    kind: 'sequence position',
    object: objectName(id),
  });
  return [
    ...(min > oldMin ? [move(min, '<', isDescending)] : []),
    ...(max < oldMax ? [move(max, '>', !isDescending)] : []),
  ];
}

function within(value: bigint, min: bigint, max: bigint): bigint {
  if (value < min) return min;
  return value > max ? max : value;
}

type Payload = Readonly<Record<string, unknown>>;

/** Those of a sequence, or of an identity. */
function optionsOf(payload: Payload): Options | undefined {
  const identity = payload['identity'] as { readonly options: Options | null } | null | undefined;
  if (identity) return identity.options ?? undefined;
  return 'minValue' in payload ? (payload as unknown as Options) : undefined;
}

function nameOf(id: StableId, payload: Payload): QualifiedName {
  const identity = payload['identity'] as { readonly sequence: QualifiedName } | null | undefined;
  return identity ? identity.sequence : (id as unknown as QualifiedName);
}
