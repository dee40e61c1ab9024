import { enumMembers, isOpenEnum } from './enums.js';
import type { Sequence, Value } from './values.js';
import { sequence } from './values.js';

/** What a splat or a comprehension runs over. */
export function iterate(value: Value): Sequence | undefined {
  if (value.kind === 'sequence') return value;
  if (value.kind === 'dict')
    return { ...sequence(value.entries.map(([key]) => key)), open: value.open };
  if (value.kind !== 'class') return undefined;
  const members = enumMembers(value);
  return members.length > 0 ? { ...sequence(members), open: isOpenEnum(value) } : undefined;
}
