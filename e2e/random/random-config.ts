import fc from 'fast-check';

import { actionsOf, hooksOf, randomOwnCode, type RandomOwnCode } from './own-code.js';
import { MODEL_NAMES, type RandomColumn, type RandomModel } from './random-models.js';

/** Types that no list is sorted by. */
const NEVER_SORTED: readonly string[] = ['data', 'document', 'labels', 'numbers', 'seats'];

/** Types that a path can have. */
const UNIQUE_KEYS: readonly string[] = [
  'count',
  'total',
  'name',
  'code',
  'text',
  'day',
  'reference',
];

const OPERATIONS = ['get', 'list', 'create', 'update', 'delete'] as const;

/** How one resource is offered. */
interface RandomResource {
  readonly operations: readonly (typeof OPERATIONS)[number][];
  readonly pages: 'no' | 'keyset' | 'offset';
  readonly isFiltered: boolean;
  readonly isSorted: boolean;
  readonly isScoped: boolean;
  /** Whether an update has other keys in JSON. */
  readonly isRenamed: boolean;
  readonly rules: number;
  readonly code: RandomOwnCode;
}

const resource: fc.Arbitrary<RandomResource> = fc.record({
  // `list` needs `get`.
  operations: fc
    .subarray([...OPERATIONS], { minLength: 1 })
    .map((some) =>
      OPERATIONS.filter(
        (each) => some.includes(each === 'get' ? 'list' : each) || some.includes(each),
      ),
    ),
  pages: fc.constantFrom('no', 'keyset', 'offset'),
  isFiltered: fc.boolean(),
  isSorted: fc.boolean(),
  isScoped: fc.boolean(),
  isRenamed: fc.boolean(),
  rules: fc.nat(3),
  code: randomOwnCode,
});

/** One for each model. */
export const randomResources: fc.Arbitrary<readonly RandomResource[]> = fc.array(resource, {
  minLength: MODEL_NAMES.length,
  maxLength: MODEL_NAMES.length,
});

export function configOf(
  models: ReadonlyMap<string, RandomModel>,
  resources: readonly RandomResource[],
): object {
  return {
    version: '1',
    module: 'library',
    package_prefix: '_generated',
    auth: {
      verify_credentials_fn: 'shop.auth.verify',
      claims: { sub: 'uuid', tenant: 'int', roles: 'list[str]' },
    },
    resources: [...models].map(([name, model], index) => ({
      model: `shop.models.${name}`,
      access: accessTo(model, resources[index]!),
      generate_tests: true,
      operations: [
        ...resources[index]!.operations.map((each) => operationOf(each, model, resources[index]!)),
        ...actionsOf(name, model, resources[index]!.code),
        ...safeWritesOf(model, resources[index]!, [...models.values()][index + 1]),
      ],
    })),
  };
}

function operationOf(name: string, model: RandomModel, resource: RandomResource): unknown {
  if (name === 'list') return listOf(model, resource);
  const isRenamed = name === 'update' && resource.isRenamed && model.columns.length > 0;
  return {
    name,
    ...(isRenamed && { fields: model.columns.map(renamed) }),
    ...hooksOf(name, resource.code),
  };
}

/** Several writes in one request, and writes by a unique column. A model in a hierarchy has none of these. */
function safeWritesOf(
  { key, columns, inherits }: RandomModel,
  resource: RandomResource,
  next: RandomModel | undefined,
): object[] {
  const isInHierarchy = inherits !== 'no' || (next !== undefined && next.inherits !== 'no');
  const of = resource.operations.filter((each) => each !== 'get' && each !== 'list');
  if (!resource.operations.includes('get') || key === 'pair' || isInHierarchy) return [];
  const by = columns.find(
    ({ type, isUnique, nullable }) => isUnique && !nullable && UNIQUE_KEYS.includes(type),
  );
  return [
    ...(of.length > 0 ? [{ name: 'bulk', of }] : []),
    ...(by ? [{ name: 'upsert', by: [by.type] }] : []),
  ];
}

function renamed({ type }: RandomColumn): object {
  return { name: type, alias: `new_${type}` };
}

function accessTo(model: RandomModel, resource: RandomResource): unknown {
  const { isScoped, rules } = resource;
  const tenant = isScoped && model.isTenants && { tenant: { tenant_id: { user: 'tenant' } } };
  const owner = isScoped && model.isOwned && { owner: { owner_id: { user: 'sub' } } };
  const choices = rulesOf(model, resource, owner !== false);
  const chosen = rules < choices.length && { rules: choices[rules] };
  return tenant || owner || chosen ? { ...tenant, ...owner, ...chosen } : 'open';
}

/** Rules for an admin and for others: for all of them, for owners, and by a column. */
function rulesOf(
  { columns }: RandomModel,
  { operations }: RandomResource,
  isOwned: boolean,
): object[][] {
  const admin = { allow: '*', to: { role: 'admin' } };
  const [nullable] = columns.filter((column) => column.nullable);
  const rule = (allowed: readonly string[], rest: object) => {
    const allow = allowed.filter((name) => operations.some((own) => own === name));
    return allow.length > 0 ? [[{ allow, ...rest }, admin]] : [];
  };
  return [
    ...rule(['get', 'list'], {}),
    ...(isOwned ? rule(['get', 'list', 'update'], { to: 'owner' }) : []),
    ...(nullable
      ? rule(['get', 'list', 'update'], { where: { [nullable.type]: { null: true } } })
      : []),
  ];
}

function listOf(
  { columns }: RandomModel,
  { pages, isFiltered, isSorted }: RandomResource,
): unknown {
  const sortable = columns.map(({ type }) => type).filter((type) => !NEVER_SORTED.includes(type));
  return {
    name: 'list',
    ...(isFiltered && { filters: {} }),
    ...(isSorted && sortable.length > 0 && { ordering: { fields: sortable } }),
    ...(pages !== 'no' && { pagination: { mode: pages } }),
  };
}
