import { dottedSymbol, type PythonSymbol } from '@rowhouse/python';

import type { Source } from './config.js';

/** The class of a model by its path, as generated modules import it. */
export function modelSymbol(path: string): PythonSymbol {
  return dottedSymbol(path, `${path.slice(path.lastIndexOf('.') + 1)}Model`);
}

/** An attribute of a model by its path: `shop.models.Customer.id`. */
export function attributeSymbol(path: string): string {
  const at = path.lastIndexOf('.');
  return `${modelSymbol(path.slice(0, at))}${path.slice(at)}`;
}

/** The table between two models, and its columns. */
export function betweenOf({ of, table }: NonNullable<Source['through']>) {
  const Between = table ? dottedSymbol(of) : modelSymbol(of);
  return { Between, column: (name: string) => `${Between}${table ? '.c' : ''}.${name}` };
}

/** The table between two models, and the conditions by which its rows lead from one to the other. */
export function betweenSource(
  through: NonNullable<Source['through']>,
  Related: PythonSymbol,
  own: (column: string) => string,
) {
  const { via, to } = through;
  const { Between, column } = betweenOf(through);
  return {
    Between,
    conditions: [
      ...Object.entries(via).map(([from, name]) => `${column(name)} == ${own(from)}`),
      ...Object.entries(to).map(([name, related]) => `${column(name)} == ${Related}.${related}`),
    ],
  };
}
