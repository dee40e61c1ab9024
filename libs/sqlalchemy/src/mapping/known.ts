import type { Origin, Value } from '../evaluate/values.js';
import { describe, unknownFact } from '../evaluate/values.js';
import type { Known, Unknown } from '../facts.js';

/** The fact that something is not known. */
export function unknownAt(reason: string, origin: Origin): Unknown {
  return { unknown: reason, at: origin.source.place(origin.offset) };
}

/** The fact that a value is, or why it is unknown. */
function cannot(value: Value, origin: Origin): Unknown {
  return value.kind === 'unknown'
    ? unknownFact(value)
    : unknownAt(`${describe(value)} is not known`, origin);
}

export function asString(value: Value, origin: Origin): Known<string> {
  if (value.kind === 'constant' && typeof value.value === 'string') return value.value;
  if (value.kind === 'member') return asString(value.value, origin);
  // quoted_name('order', quote=True), and texts for translation
  if (
    value.kind === 'call' &&
    value.args[0] &&
    /\b(?:quoted_name|_|gettext|text)$/.test(describe(value.callee))
  ) {
    return asString(value.args[0], origin);
  }
  return cannot(value, origin);
}

export function asText(value: Value | undefined, origin: Origin): Known<string | null> {
  if (!value || (value.kind === 'constant' && value.value === null)) return null;
  return asString(value, origin);
}

export function asNumber(value: Value | undefined, origin: Origin): Known<number | null> {
  if (!value || (value.kind === 'constant' && value.value === null)) return null;
  if (value.kind === 'constant' && typeof value.value === 'number') return value.value;
  if (value.kind === 'member') return asNumber(value.value, origin);
  return cannot(value, origin);
}

/** A flag that is false when nothing is said. */
export function asFlag(
  value: Value | undefined,
  origin: Origin,
  otherwise = false,
): Known<boolean> {
  if (!value) return otherwise;
  if (value.kind === 'constant') return value.value === null ? otherwise : Boolean(value.value);
  return cannot(value, origin);
}
