import { isCallOf } from '../evaluate/library.js';
import { findMember } from '../evaluate/members.js';
import { linearise } from '../evaluate/mro.js';
import type { Call, ClassValue, Value } from '../evaluate/values.js';
import { describe } from '../evaluate/values.js';
import { tableColumn } from './table-columns.js';

/** Whether something is made of columns, or by an object of the project, in a way that is not followed. */
export function mayBeMapped(value: Value): boolean {
  switch (value.kind) {
    case 'call': {
      const { callee, args, keywords } = value;
      if (callee.kind === 'class') return mayMakeColumns(callee);
      // What a dataclass makes of a field is none.
      if (isField(value)) return false;
      if (args.some(hasColumns)) return true;
      // `price.label('cost')` is no column, but `price.copy()` is one.
      if (
        callee.kind === 'attribute' &&
        (isColumn(callee.base) || callee.base.kind === 'attribute')
      )
        return /^_?copy$/.test(callee.name);
      return (
        isNamespace(callee) || mayGive(callee) || [...args, ...keywords.values()].some(hasColumns)
      );
    }
    case 'attribute':
    case 'subscript':
      if (/\.__table__\.(?:c|columns)$/.test(describe(value.base))) return true;
      return tableColumn(value) === undefined && mayGive(value.base);
    default:
      return false;
  }
}

/** An object of the project is no column, unless its class extends something that is not known, or makes what it likes. */
function mayMakeColumns(cls: ClassValue): boolean {
  return (
    findMember(cls, '__new__') !== undefined ||
    linearise(cls).some(
      (base) => base.kind === 'unknown' || (base.kind === 'symbol' && base.missing),
    )
  );
}

/** Whether the attributes, items and results of something may be columns. */
function mayGive(value: Value): boolean {
  if (value.kind === 'call')
    return value.callee.kind === 'class' || isNamespace(value.callee) || mayBeMapped(value);
  return hasColumns(value) || mayBeMapped(value);
}

function hasColumns(value: Value): boolean {
  if (value.kind === 'sequence') return value.items.some(hasColumns);
  if (value.kind === 'dict') return value.entries.some(([, item]) => hasColumns(item));
  return isColumn(value) || isCallOf(value, 'relationship');
}

function isColumn(value: Value): boolean {
  return isCallOf(value, 'Column', 'mapped_column');
}

function isField({ callee }: Call): boolean {
  return callee.kind === 'symbol' && callee.path === 'dataclasses.field';
}

function isNamespace(callee: Value): boolean {
  return (
    callee.kind === 'symbol' &&
    /^builtins\.(?:globals|locals|vars|getattr|next|eval)$/.test(callee.path)
  );
}
