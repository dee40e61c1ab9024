import { Fault } from '../errors.js';
import type { Span } from '../source.js';
import { article } from './add.js';
import { tick } from './budget.js';
import { characters, lengthOf, substring } from './text.js';
import type { Slot, Value } from './value.js';
import { ArrayValue, typeOf } from './value.js';

/** `value[from:to:step]`; null stands for a part left out, negative bounds count from the end. */
export function slice(
  value: ArrayValue | string,
  from: Value,
  to: Value,
  step: Value,
  span?: Span,
): Value {
  const length = typeof value === 'string' ? lengthOf(value) : value.length;
  const bound = (part: Value, name: string, fallback: number): number => {
    const given = wholeNumber(part, name, span) ?? fallback;
    return Math.min(length, given < 0 ? Math.max(0, length + given) : given);
  };
  const start = bound(from, 'start', 0);
  const end = bound(to, 'end', length);
  const by = wholeNumber(step, 'step', span) ?? 1;
  if (by < 1) throw new Fault('value', `the step of a slice must be at least 1, got ${by}`, span);
  if (typeof value === 'string') {
    if (by === 1) return start < end ? substring(value, start, end) : '';
    tick(length);
    return every(characters(value), start, end, by).join('');
  }
  tick(Math.max(0, end - start));
  if (by === 1) return new ArrayValue(value.items.slice(start, Math.max(start, end)));
  return new ArrayValue(every<Slot>(value.items, start, end, by));
}

function every<T>(items: readonly T[], start: number, end: number, step: number): T[] {
  const taken: T[] = [];
  for (let index = start; index < end; index += step) taken.push(items[index]!);
  return taken;
}

function wholeNumber(part: Value, name: string, span: Span | undefined): number | undefined {
  if (part === null) return undefined;
  if (typeof part === 'number' && Number.isInteger(part)) return part;
  const found = typeof part === 'number' ? String(part) : article(typeOf(part));
  throw new Fault('type', `the ${name} of a slice must be a whole number, got ${found}`, span);
}
