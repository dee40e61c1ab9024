import type { Arguments } from './calls.js';
import type { Value } from './values.js';
import { constant, isString } from './values.js';

/** What JavaScript reads differently, and what may take for ever. */
const UNSAFE = /\(\?[^:=!<]|\(\?<[^=!]|\\[AZz]|[+*}]\)?[+*{]/;

/** `re.sub(pattern, replacement, text)` with a pattern that means the same in JavaScript. */
export function substitute(pattern: Value, { args, keywords }: Arguments): Value | undefined {
  const [replacement, subject] = args;
  if (!isString(pattern) || !isString(replacement) || !isString(subject)) return undefined;
  if (args.length > 2 || keywords.size > 0 || subject.value.length > 1000) return undefined;
  if (UNSAFE.test(pattern.value)) return undefined;
  try {
    const plain = replacement.value.replaceAll('$', '$$$$').replace(/\\(?:g<)?(\d)>?/g, '$$$1');
    return constant(subject.value.replace(new RegExp(pattern.value, 'g'), plain));
  } catch {
    return undefined;
  }
}
