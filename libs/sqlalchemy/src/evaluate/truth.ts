import type { Value } from './values.js';

/** Whether Python takes a value for true; undefined when that is not known. */
export function truth(value: Value): boolean | undefined {
  switch (value.kind) {
    case 'constant':
      return Boolean(value.value);
    case 'sequence':
      return value.items.length > 0 ? true : value.open ? undefined : false;
    case 'dict':
      return value.entries.length > 0 ? true : value.open ? undefined : false;
    case 'module':
    case 'class':
    case 'function':
      return true;
    case 'symbol':
      return value.path.endsWith('.TYPE_CHECKING') ? false : undefined;
    default:
      return undefined;
  }
}
