import { check } from 'prettier';
import { describe, expect, it } from 'vitest';

import { clientOf, clientOfConfig, compile } from './support.js';

const projects = [
  'apps/demo',
  ...[
    'clinic',
    'firms',
    'helpdesk',
    'inventory',
    'orders',
    'stock',
    'support',
    'team',
    'theatre',
  ].map((name) => `e2e/projects/${name}`),
  'examples/library',
];

describe.each(projects)('the client of %s', (project) => {
  it('compiles under the strictest settings, and is formatted as prettier does', async () => {
    const files = await clientOf(`${project}/codegen.config.jsonnet`);
    expect(compile(files)).toEqual([]);
    for (const [path, text] of files) {
      expect([path, await check(text, { parser: 'typescript' })]).toEqual([path, true]);
    }
  });
});

const id = { name: 'id', type: 'uuid' };

/** A config of one app without models. */
function config(resources: readonly object[], project: object = {}): object {
  return { version: '1', module: 'shop', models: false, resources, ...project };
}

/** The types of one file of one resource. */
async function moduleOf(resource: object, project: object = {}, path = 'shop/things.ts') {
  const files = await clientOfConfig(
    config([{ model: 'shop.models.Thing', ...resource }], project),
  );
  expect(compile(files)).toEqual([]);
  const text = files.get(path);
  if (text === undefined) throw new Error(`There is no ${path}, but ${[...files.keys()].join()}`);
  expect(await check(text, { parser: 'typescript' })).toBe(true);
  return text;
}

/** The members of an interface. */
function membersOf(text: string, name: string): string {
  return new RegExp(`interface ${name} \\{\n(.*?)\n\\}`, 's').exec(text)![1]!;
}

describe('the types of fields', () => {
  const fields = [
    id,
    { name: 'amount', type: 'decimal' },
    { name: 'count', type: 'int', nullable: true },
    { name: 'state', type: 'str', enum: ['new', "it's", 'a "quote"'] },
    { name: 'level', type: 'int', enum: [1, 2] },
    { name: 'tags', type: 'list[str]' },
    { name: 'period', type: 'range[date]' },
    { name: 'prices', type: 'range[decimal]' },
    { name: 'extra', type: 'json' },
    { name: 'made_at', type: 'datetime', alias: 'made-at' },
    { name: 'note', type: 'str', required: false, description: 'Ends */ a comment.' },
  ];

  it('are those of JSON on the wire, which differ where requests may be written in other ways', async () => {
    const operations = [
      { name: 'get', fields },
      { name: 'create', fields: fields.slice(1) },
    ];
    const text = await moduleOf({ operations });
    expect(membersOf(text, 'ThingResource')).toMatchInlineSnapshot(`
      "  readonly id: string;
        readonly amount: string;
        readonly count: number | null;
        readonly state: "new" | "it's" | 'a "quote"';
        readonly level: 1 | 2;
        readonly tags: readonly string[];
        readonly period: Range<string>;
        readonly prices: Range<string>;
        readonly extra: JsonObject;
        readonly "made-at": string;
        /** Ends *\\/ a comment. */
        readonly note: string;"
    `);
    expect(membersOf(text, 'ThingCreateRequest')).toMatchInlineSnapshot(`
      "  readonly amount: number | string;
        readonly count?: number | null;
        readonly state: "new" | "it's" | 'a "quote"';
        readonly level: 1 | 2;
        readonly tags: readonly string[];
        readonly period: RangeInput<string>;
        readonly prices: RangeInput<number | string>;
        readonly extra: JsonObject;
        readonly "made-at": string;
        /** Ends *\\/ a comment. */
        readonly note?: string;"
    `);
  });

  it('are branded for dates where the config says so', async () => {
    const text = await moduleOf(
      { operations: [{ name: 'get', fields }] },
      { client: { dates: 'branded' } },
    );
    expect(membersOf(text, 'ThingResource')).toContain('readonly "made-at": DateTimeText;');
    expect(membersOf(text, 'ThingResource')).toContain('readonly period: Range<DateText>;');
  });

  it('of a filter are its operators', async () => {
    const operations = [
      { name: 'get', fields },
      { name: 'list', fields, filters: {} },
    ];
    const text = await moduleOf({ operations });
    expect(membersOf(text, 'ThingFilterFields')).toMatchInlineSnapshot(`
      "  readonly id: Equality<string>;
        readonly amount: Ordered<number | string>;
        readonly count: Ordered<number>;
        readonly state: Equality<"new" | "it's" | 'a "quote"'>;
        readonly level: Equality<1 | 2>;
        readonly tags: Containers<readonly string[]>;
        readonly period: Containers<RangeInput<string>>;
        readonly prices: Containers<RangeInput<number | string>>;
        readonly extra: Equality<JsonObject>;
        readonly made_at: Ordered<string>;
        /** Ends *\\/ a comment. */
        readonly note: Texts;"
    `);
  });
});

describe('names that TypeScript or JavaScript cannot take', () => {
  it('get one that works', async () => {
    const action = (name: string) => ({ name, fn: 'shop.actions.run', on: 'collection' });
    const names = ['then', 'new', 'all', 'get_it', 'constructor', 'default'];
    const operations = [
      { name: 'get', fields: [id] },
      { name: 'list', fields: [id] },
      'delete',
      ...names.map(action),
    ];
    const text = await moduleOf({ operations, route_prefix: '/class' }, {}, 'shop/class_.ts');
    const exported = [
      ...text.matchAll(/^export (?:async )?function\*? (\w+)|^export \{ (.*) \}/gm),
    ];
    expect(exported.map(([, fn, list]) => fn ?? list)).toMatchInlineSnapshot(`
      [
        "get",
        "search",
        "all",
        "delete_ as delete",
        "then_",
        "new_ as new",
        "all_",
        "getIt",
        "constructor_",
        "default_ as default",
      ]
    `);
  });

  it('of resources whose URLs end alike are those of the whole URL', async () => {
    const of = (name: string, route_prefix: string) => ({
      model: `shop.models.${name}`,
      route_prefix,
      operations: [{ name: 'get', fields: [id] }],
    });
    const files = await clientOfConfig(
      config([of('Sale', '/shop/items'), of('Lot', '/store/items'), of('Lead', '/then')]),
    );
    expect(compile(files)).toEqual([]);
    expect([...files.keys()].filter((path) => path.startsWith('shop/'))).toEqual([
      'shop/shop-items.ts',
      'shop/store-items.ts',
      'shop/then_.ts',
      'shop/client.ts',
    ]);
  });
});
