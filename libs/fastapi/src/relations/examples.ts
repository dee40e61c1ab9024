import type { Field } from '../config/field.js';
import type { ResourceContext } from '../context.js';
import { exampleOf, inJson } from '../resource/examples.js';
import { jsonKey } from '../resource/test-fields.js';
import { answersOf } from './answers.js';
import { isPlain } from './config.js';
import { modelSymbol } from './joins.js';
import { hasModule, rulesOf } from './module.js';
import type { Branch } from './tree.js';

type Example = Readonly<Record<string, unknown>>;

/** What the tests of a resource say of related rows; nothing where it has none. */
export function relatedInTests(context: ResourceContext) {
  if (!hasModule(context)) return undefined;
  return {
    module: context.relations.module,
    rules: rulesOf(context).map(({ path, owner }) => [path, modelSymbol(owner.resource.model)]),
    embedded: answersOf(context).length > 0 ? embeddedExamples(context) : undefined,
  };
}

/** An example of each relation that some answer of a resource shows: of lists, an empty one. */
function embeddedExamples(context: ResourceContext): Example {
  return answersOf(context).reduce<Example>(
    (merged, { branches }) => mergedWith(merged, examplesOf(branches)),
    {},
  );
}

function examplesOf(branches: readonly Branch[]): Example {
  // A response has the key of JSON, and what an action's function returns the name.
  return Object.fromEntries(
    branches.flatMap((branch) => {
      const found = examplesOfBranch(branch);
      return [...found, [branch.field.name, found[0]![1]]];
    }),
  ) as Example;
}

function examplesOfBranch({ field, owner, branches }: Branch): readonly [string, unknown][] {
  const { relation } = field;
  const key = jsonKey(field);
  if (relation.kind === 'count') return [[key, 0]];
  if (relation.many) {
    return relation.more === undefined
      ? [[key, []]]
      : [
          [key, []],
          [relation.more, false],
        ];
  }
  if (relation.nullable || owner !== undefined) return [[key, null]];
  const plain = relation.fields.filter(isPlain).map((each: Field) => [each.name, exampleIn(each)]);
  return [[key, { ...Object.fromEntries(plain), ...examplesOf(branches) }]];
}

function exampleIn(field: Field): unknown {
  return field.nullable ? null : inJson(field.type, exampleOf(field));
}

/** What two answers show of the same relation may differ. */
function mergedWith(one: Example, other: Example): Example {
  const merged: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const there = merged[key];
    merged[key] = isExample(there) && isExample(value) ? mergedWith(there, value) : value;
  }
  return merged;
}

function isExample(value: unknown): value is Example {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
