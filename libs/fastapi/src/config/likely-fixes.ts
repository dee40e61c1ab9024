import { text, type Fixes, type Text } from '@rowhouse/core';

import { typeRows } from './field-types.js';

/** The type that a name stands for in other languages and tools. */
function typeCalled(name: string): string | undefined {
  return Object.entries(typeRows).find(([, { aliases }]) => aliases?.includes(name))?.[0];
}

/** For the name of a type: which one of `types` goes by that name elsewhere. */
export function foreignTypeFix(types: readonly string[]): Fixes {
  return {
    fixFor: (found) => {
      if (typeof found !== 'string') return undefined;
      const name = found.toLowerCase();
      const item = /^list\[(.*)\]$/.exec(name)?.[1];
      const meant = typeCalled(item ?? name);
      if (meant === undefined) return undefined;
      const type = item === undefined ? meant : `list[${meant}]`;
      return types.includes(type) ? text`Did you mean ${type}?` : undefined;
    },
  };
}

/** For a name in place of a field, where no model says more: how the field is written. */
export function nameAloneFix(name: string): { readonly fix: Text } {
  const type = /^id$|_id$/.test(name) ? 'uuid' : 'str';
  return { fix: text`Write { name: ${name}, type: ${type} }, with the field's type.` };
}
