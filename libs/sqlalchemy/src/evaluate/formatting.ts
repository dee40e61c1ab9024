import type { Constant, Value } from './values.js';
import { constant, isString } from './values.js';

/** What `str()` makes of a value, where that is plain. */
export function text(value: Value): string | undefined {
  if (value.kind === 'constant') {
    if (value.value === null) return 'None';
    if (typeof value.value === 'boolean') return value.value ? 'True' : 'False';
    return String(value.value);
  }
  return undefined;
}

/** `'%s_%d' % (name, number)` */
export function percentFormat(template: string, right: Value): Constant | undefined {
  const named = right.kind === 'dict' ? right.entries : undefined;
  const items = right.kind === 'sequence' ? right.items : [right];
  let index = 0;
  let failed = false;
  const result = template.replace(
    /%(?:\((\w+)\))?([a-zA-Z%]|\W)/g,
    (_, name: string | undefined, kind: string) => {
      if (kind === '%') return '%';
      const value =
        name === undefined
          ? items[index++]
          : named?.find(([key]) => isString(key) && key.value === name)?.[1];
      const shown = value && text(value);
      if (shown === undefined || !/[sdi]/.test(kind)) failed = true;
      return shown ?? '';
    },
  );
  return failed ? undefined : constant(result);
}

/** `'{}_{name}'.format(table, name=name)` */
export function format(
  template: string,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): Constant | undefined {
  let index = 0;
  let failed = false;
  const result = template.replace(/\{\{|\}\}|\{(\w*)\}|[{}]/g, (whole, key: string | undefined) => {
    if (whole === '{{') return '{';
    if (whole === '}}') return '}';
    const value =
      key === undefined
        ? undefined
        : key === ''
          ? args[index++]
          : /^\d+$/.test(key)
            ? args[Number(key)]
            : keywords.get(key);
    const shown = value && text(value);
    if (shown === undefined) failed = true;
    return shown ?? '';
  });
  return failed ? undefined : constant(result);
}
