import { isCallOf } from '../evaluate/library.js';
import { lookupIn } from '../evaluate/names.js';
import type { Call, Value } from '../evaluate/values.js';
import { isString } from '../evaluate/values.js';
import type { AssociationFacts, ForeignKeyFacts, Known } from '../facts.js';
import type { PythonModule } from '../modules/modules.js';
import { columnArguments, itemsOf } from './column-arguments.js';
import { readForeignKey, readTarget } from './foreign-keys.js';
import { asString } from './known.js';
import { tableFacts } from './table-options.js';

/** What a `Table(…)` that no class is mapped to says of its columns and their foreign keys. */
export function associationFacts(
  table: Call,
  path: string,
  module: PythonModule,
): AssociationFacts {
  const columns = new Map<string, Known<string>[]>();
  for (const item of table.args.slice(2)) {
    if (!isCallOf(item, 'Column')) continue;
    const sorted = columnArguments(item);
    const key = item.keywords.get('key') ?? sorted.name;
    if (!isString(key)) continue;
    columns.set(
      key.value,
      itemsOf(sorted, 'ForeignKey').map((each): ForeignKeyFacts['target'] => {
        return readForeignKey(each, undefined, module.all).target;
      }),
    );
  }
  for (const item of table.args.slice(2)) {
    if (!isCallOf(item, 'ForeignKeyConstraint')) continue;
    const [own, referred] = item.args;
    if (own?.kind !== 'sequence' || referred?.kind !== 'sequence') continue;
    own.items.forEach((name, index) => {
      const target = referred.items[index];
      if (!isString(name) || target === undefined) return;
      columns.get(name.value)?.push(readTarget(target, undefined, item.origin, module.all));
    });
  }
  const { at, ...names } = tableFacts(table, module.all);
  return {
    path,
    ...names,
    columns: [...columns].map(([name, targets]) => ({ name, targets })),
    at,
  };
}

/** The dotted path of the variable of a module that holds a table, where there is one. */
export function pathOfTable(table: Call, module: PythonModule): string | undefined {
  for (const name of module.scope.bindings?.names.keys() ?? []) {
    const value = lookupIn(module.scope, name);
    if (isTable(value) && isSamePlace(value, table)) return `${module.name}.${name}`;
  }
  return undefined;
}

/** The table of a name in a module, and the path of its variable. */
export function tableNamed(name: string, module: PythonModule): string | undefined {
  for (const variable of module.scope.bindings?.names.keys() ?? []) {
    const value = lookupIn(module.scope, variable);
    if (isTable(value) && value.args[0] && asString(value.args[0], value.origin) === name) {
      return `${module.name}.${variable}`;
    }
  }
  return undefined;
}

/** Whether a value is a `Table(…)`. */
export function isTable(value: Value | undefined): value is Call {
  return value !== undefined && isCallOf(value, 'Table');
}

function isSamePlace(one: Call, other: Call): boolean {
  return one.origin.source === other.origin.source && one.origin.offset === other.origin.offset;
}
