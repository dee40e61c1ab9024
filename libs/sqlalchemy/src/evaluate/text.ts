import type { Constant, Value } from './values.js';
import { constant, isString } from './values.js';

/** What `str()` makes of a value, where that is plain. */
export function text(value: Value): string | undefined {
  if (value.kind === 'member') return text(value.value);
  if (value.kind !== 'constant') return undefined;
  if (value.value === null) return 'None';
  if (typeof value.value === 'boolean') return value.value ? 'True' : 'False';
  return String(value.value);
}

/** `'%s_%s' % (name, number)` */
export function percentFormat(template: string, right: Value): Constant | undefined {
  const items = right.kind === 'sequence' ? right.items : [right];
  const parts = template.split(/%[sd]/);
  const texts = items.map(text);
  if (/%/.test(parts.join('')) || parts.length !== texts.length + 1) return undefined;
  return texts.includes(undefined)
    ? undefined
    : constant(parts.map((part, index) => part + (texts[index] ?? '')).join(''));
}

/** What a method of a text gives; undefined when it is not followed. */
export function textMethod(
  value: string,
  name: string,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): Value | undefined {
  const [first, second] = args;
  switch (name) {
    case 'lower':
      return constant(value.toLowerCase());
    case 'upper':
      return constant(value.toUpperCase());
    case 'replace':
      return isString(first) && isString(second) && args.length === 2
        ? constant(value.replaceAll(first.value, () => second.value))
        : undefined;
    case 'join': {
      const texts = first?.kind === 'sequence' && !first.open ? first.items.map(text) : [undefined];
      return texts.includes(undefined) ? undefined : constant(texts.join(value));
    }
    case 'format':
      return format(value, args, keywords);
    default:
      return undefined;
  }
}

/** `'{}_{name}'.format(table, name=name)` */
function format(
  template: string,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): Constant | undefined {
  if (/\{\{|\}\}/.test(template)) return undefined;
  let index = 0;
  const result = template.replace(/\{(\w*)\}/g, (whole, key: string) => {
    const value = key === '' ? args[index++] : (args[Number(key)] ?? keywords.get(key));
    return (value && text(value)) ?? whole;
  });
  return /[{}]/.test(result) ? undefined : constant(result);
}

/** What JavaScript reads differently, and what may take for ever. */
const UNSAFE = /\(\?[^:=!<]|\(\?<[^=!]|\\[AZz]|[+*}]\)?[+*{]/;

/** `re.sub(pattern, replacement, text)` with a pattern that means the same in JavaScript. */
export function substitute([pattern, replacement, subject, ...more]: readonly Value[]):
  Value | undefined {
  if (!isString(pattern) || !isString(replacement) || !isString(subject)) return undefined;
  if (more.length > 0 || subject.value.length > 1000 || UNSAFE.test(pattern.value))
    return undefined;
  try {
    const plain = replacement.value.replaceAll('$', '$$$$').replace(/\\(?:g<)?(\d)>?/g, '$$$1');
    return constant(subject.value.replace(new RegExp(pattern.value, 'g'), plain));
  } catch {
    return undefined;
  }
}
