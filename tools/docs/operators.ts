import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** What operators are on, by their `applies_to` in Python: as docs call it, and the client's type of those operators. */
const places = {
  any: { docs: 'every field', client: 'Equality' },
  ordered: { docs: 'numbers, strings, dates, times', client: 'Ordered' },
  text: { docs: 'strings', client: 'Texts' },
  list: { docs: 'lists', client: 'Containers' },
  range: { docs: 'ranges', client: 'Containers' },
  rows: { docs: '[relations](relations.md)', client: 'Existence' },
} as const;

/** What their values are, by their `Shape` in Python: in docs, and in the client's type. */
const shapes = {
  one: { docs: "a value of the field's type", client: 'Value' },
  several: { docs: 'a list of them', client: 'readonly Value[]' },
  two: { docs: 'a list of two, the least first', client: 'readonly [from: Value, to: Value]' },
  flag: { docs: '`true` or `false`', client: 'boolean' },
} as const;

type Place = keyof typeof places;
type Shape = keyof typeof shapes;

interface Operator {
  readonly name: string;
  readonly on: readonly Place[];
  readonly value: Shape;
  /** What it finds: the comment above its row. */
  readonly finds: string;
}

/** A row of the runtime's table, with the comment above it. */
const row = /^ {4}# (.+)\n {4}Operator\(\s*"(\w+)",\s*(?:lambda kind: )?(.+?),\s*_([A-Z_]+),/gm;

const path = '../../libs/runtime/rowhouse_runtime/operators.py';
const source = readFileSync(resolve(import.meta.dirname, path), 'utf8');
const operators = [...source.matchAll(row)].map(
  ([, finds = '', name = '', appliesTo = '', value = '']): Operator => ({
    name,
    on: [...appliesTo.matchAll(/_(\w+)/g)].map(([, place]) => place as Place),
    value: value === 'YES_OR_NO' ? 'flag' : (value.toLowerCase() as Shape),
    finds,
  }),
);

/** The rows of the generator's table. */
export function operatorRows(): string {
  return operators
    .map(({ name, on, value }) => {
      const kinds = on.map((each) => `'${each}'`).join(', ');
      return `  ${name}: { operand: '${value}', on: [${kinds}] },\n`;
    })
    .join('');
}

/** The table of the documentation. */
export function operatorTable(): string {
  return operators
    .map(({ name, on, value, finds }) => {
      const kinds = on.map((each) => places[each].docs).join(', ');
      return `| \`${name}\` | ${kinds} | ${shapes[value].docs} | ${finds} |\n`;
    })
    .join('');
}

/** The members of a type of the client: the operators that are its own. */
export function operatorMembers(client: string): string {
  return operators
    .filter(({ on }) => on.some((each) => places[each].client === client))
    .map(({ name, value, finds }) => {
      const type = shapes[value].client.replace('Value', client === 'Texts' ? 'string' : 'Value');
      return `  /** Whether the field ${finds}. */\n  readonly ${name}: ${type};\n`;
    })
    .join('');
}
