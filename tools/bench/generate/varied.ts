/** What a field is, beside its name. */
interface Kind {
  readonly type: string;
  readonly [constraint: string]: unknown;
}

/** A field as both generators know it: what the peer does not know of it is left out there. */
export interface Field extends Kind {
  readonly name: string;
}

interface Entry {
  readonly name: string;
  readonly fields?: readonly Field[];
  readonly [option: string]: unknown;
}

/** One resource of the config. */
export interface Resource {
  readonly model: string;
  readonly generate_tests: boolean;
  readonly operations: readonly Entry[];
}

export interface VariedConfig {
  readonly version: '1';
  readonly module: string;
  readonly resources: readonly Resource[];
}

const words = `
  account alarm asset badge batch block branch budget campaign card channel claim client comment
  contract country course crew deal device district draft event export factor field folder goal
  grant group habit import invoice item journal label ledger letter limit lot machine margin
  market member meter module notice offer order owner panel parcel part partner patch period
  permit phase plan plot policy port price project quota quote rank record region report request
  review role room route rule sample score season sector series session shift site slot source
  stage state stock store survey task team term ticket token topic track trade trip unit user
  vendor visit volume wage yield zone
`
  .trim()
  .split(/\s+/);

/** What a field may be, each with constraints of its own. */
const kinds: readonly ((random: Random) => Kind)[] = [
  (random) => ({ type: 'str', max_length: 20 + random.below(400) }),
  (random) => ({ type: 'str', min_length: 1 + random.below(5), pattern: '^[a-z]' }),
  () => ({ type: 'str', nullable: true }),
  () => ({ type: 'email' }),
  (random) => ({ type: 'int', ge: random.below(10), le: 100 + random.below(1000) }),
  (random) => ({ type: 'int', default: random.below(100) }),
  () => ({ type: 'float', nullable: true }),
  (random) => ({ type: 'float', gt: random.below(5) }),
  (random) => ({ type: 'bool', default: random.below(2) === 0 }),
  () => ({ type: 'datetime' }),
  () => ({ type: 'date', nullable: true }),
  () => ({ type: 'json' }),
];

/**
 * A config whose resources have nothing in common: names, fields, operations and options are random.
 *
 * @param resources how many, up to 10,000.
 */
export function variedConfig(resources: number): VariedConfig {
  const random = new Random(1);
  const models = new Set<string>();
  while (models.size < resources) {
    models.add(random.of(words) + random.of(words).replace(/^./, (first) => first.toUpperCase()));
  }
  return {
    version: '1',
    module: 'app',
    resources: [...models].map((name) => ({
      model: `app.models.${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      generate_tests: random.below(4) > 0,
      operations: randomEntries(random),
    })),
  };
}

function randomEntries(random: Random): readonly Entry[] {
  const names = new Set<string>();
  const count = 3 + random.below(10);
  while (names.size < count) names.add(`${random.of(words)}_${random.of(words)}`);
  const fields = [...names].map((name): Field => ({ name, ...random.of(kinds)(random) }));
  const id = { name: 'id', type: 'uuid' };
  const get = { name: 'get', fields: [id, ...random.some(fields)] };
  const others: readonly Entry[] = [
    { name: 'list', fields: [id, ...fields], ...randomListing(random, fields) },
    { name: 'create', fields },
    { name: 'update', fields: random.some(fields) },
    { name: 'delete' },
  ];
  return [get, ...random.some(others)];
}

function randomListing(random: Random, fields: readonly Field[]): object {
  const namesOf = (some: readonly Field[]) => some.map(({ name }) => name);
  const comparable = fields.filter(({ type }) => type !== 'json');
  const sortable = comparable.filter(({ nullable }) => nullable !== true);
  const size = 10 + random.below(100);
  const mode = random.of(['keyset', 'offset']);
  return {
    ...(comparable.length > 0 && { filters: { fields: namesOf(random.some(comparable)) } }),
    ...(sortable.length > 0 && { ordering: { fields: namesOf(random.some(sortable)) } }),
    ...(random.below(4) > 0 && {
      pagination: { mode, default_page_size: size, max_page_size: 2 * size },
    }),
  };
}

/** The same numbers in each run, so that runs compare. */
class Random {
  constructor(private state: number) {}

  below(limit: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * limit);
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** Some of the items, at least one, in their order. */
  some<T>(items: readonly T[]): readonly T[] {
    const kept = items.filter(() => this.below(4) > 0);
    return kept.length > 0 ? kept : items.slice(0, 1);
  }
}
