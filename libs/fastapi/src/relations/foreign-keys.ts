import type { Known, ModelFacts } from '@rowhouse/sqlalchemy';

import { known } from '../models/known.js';

/** The attributes of a key, by those that refer to it. */
export type Pairs = readonly (readonly [attribute: string, referred: string])[];

/** A column with the columns that its foreign keys lead to: of a model, or of a table. */
interface Referring {
  readonly name: string;
  readonly targets: readonly Known<string>[];
}

/** The columns of a model with what they refer to. */
export function referring({ columns }: ModelFacts): readonly Referring[] {
  return columns.map(({ attribute, foreignKeys }) => ({
    name: attribute,
    targets: (known(foreignKeys) ?? []).map(({ target }) => target),
  }));
}

/** The columns that refer to a model, each with the attribute that it refers to. */
export function pairsTo(columns: readonly Referring[], referred: ModelFacts): Pairs {
  return columns.flatMap(({ name, targets }) =>
    targets.flatMap((target): Pairs => {
      const attribute = attributeOf(known(target), referred);
      return attribute === undefined ? [] : [[name, attribute]];
    }),
  );
}

/** The attribute of the column that a foreign key names: `customers.id`, with or without a schema. */
export function attributeOf(
  target: string | undefined,
  { columns }: ModelFacts,
): string | undefined {
  const [table, name] = target?.split('.').slice(-2) ?? [];
  const found = columns.find(
    (column) => known(column.table) === table && known(column.column) === name,
  );
  return found?.attribute;
}

/** What is wrong with the columns that could be a foreign key. */
export type Choice =
  | { readonly pairs: Pairs }
  | { readonly problem: 'none' | 'several'; readonly candidates: readonly string[] };

/** The one foreign key among columns that refer to a model; the names tell which, where there are several. */
export function chooseKey(pairs: Pairs, names?: readonly string[]): Choice {
  const candidates = [...new Set(pairs.map(([attribute]) => attribute))];
  if (names !== undefined) {
    const chosen = names.map((name) => pairs.find(([attribute]) => attribute === name));
    if (chosen.every((pair) => pair !== undefined)) return { pairs: chosen };
    return { problem: 'none', candidates };
  }
  if (pairs.length === 0) return { problem: 'none', candidates };
  const referred = new Set(pairs.map(([, attribute]) => attribute));
  const isOne = referred.size === pairs.length && candidates.length === pairs.length;
  return isOne ? { pairs } : { problem: 'several', candidates };
}

/** The columns of a foreign key, from the row that has it to the one that it refers to. */
export function forward(pairs: Pairs): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs);
}

/** The columns of a foreign key, from the row that it refers to. */
export function backward(pairs: Pairs): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs.map(([attribute, referred]) => [referred, attribute]));
}
