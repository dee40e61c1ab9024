/** What a project of random rules is made of. */
export interface RandomProject {
  readonly config: object;
  /** The sources of its package, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The resources by the names of their modules, and the actions that each has. */
  readonly resources: Readonly<Record<string, readonly string[]>>;
}

/** The operations of each resource, apart from actions. */
export const operationsWithRules = ['get', 'list', 'create', 'update', 'delete'];

type Condition = Readonly<Record<string, unknown>>;

/** The fields of each model: what a rule may compare them with, and how SQLAlchemy says them. */
const fields = {
  tenant_id: { values: [1, 2, 3], claim: 'tenant', column: 'Mapped[int | None]' },
  owner_id: { values: undefined, claim: 'sub', column: 'Mapped[uuid.UUID | None]' },
  status: {
    values: ['new', 'open', "it's"],
    claim: undefined,
    column: 'Mapped[Status | None]',
  },
  label: {
    values: ['', 'a', "o'b", '\\c'],
    claim: 'team',
    column: 'Mapped[str | None] = mapped_column("Label ""x", String(20))'.replace('""', '\\"'),
  },
  level: { values: [1, 2, 3], claim: 'rank', column: 'Mapped[int | None]' },
  flag: { values: [true, false], claim: 'flagged', column: 'Mapped[bool | None]' },
  seen: {
    values: undefined,
    claim: 'since',
    column: 'Mapped[datetime.datetime | None] = mapped_column(DateTime(timezone=True))',
  },
  // Never NULL, so that they are compared by other operators.
  grade: { values: [1, 2, 3], claim: 'rank', column: 'Mapped[int]' },
  stage: { values: ['new', 'open', "it's"], claim: undefined, column: 'Mapped[Status]' },
  closed: { values: [true, false], claim: 'flagged', column: 'Mapped[bool]' },
} as const;

const head = `import datetime
import enum
import uuid

from sqlalchemy import DateTime, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Status(enum.Enum):
    NEW = "new"
    OPEN = "open"
    ITS = "it's"
`;

/** A project whose resources have random rules: the same for the same seed. */
export function randomProject(seed: number, count: number): RandomProject {
  const random = generator(seed);
  const chance = (share: number) => random() < share;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const some = <T>(from: readonly T[]): T[] => {
    const chosen = from.filter(() => chance(0.5));
    return chosen.length > 0 ? chosen : [pick(from)];
  };

  function comparison(hasUser: boolean): unknown[] {
    const [name, { values, claim }] = pick(Object.entries(fields));
    const forms: unknown[] = [{ null: true }, { null: false }];
    if (values !== undefined) forms.push(pick<unknown>(values), { in: some<unknown>(values) });
    if (claim !== undefined && hasUser) forms.push({ user: claim }, { user: claim });
    const form = pick(forms);
    return [name, chance(0.3) ? { not: form } : form];
  }

  function condition(hasUser: boolean, depth = 0): Condition {
    if (depth < 2 && chance(0.35)) {
      const parts = () => [1, 2, 3].slice(0, 1 + Math.floor(random() * 3));
      const of = () => parts().map(() => condition(hasUser, depth + 1));
      return pick<() => Condition>([
        () => ({ all: of() }),
        () => ({ any: of() }),
        () => ({ not: condition(hasUser, depth + 1) }),
      ])();
    }
    const entries = chance(0.2) ? [1, 2] : [1];
    return Object.fromEntries(entries.map(() => comparison(hasUser))) as Condition;
  }

  function rule(operations: readonly string[], isOwned: boolean): object {
    const audiences = [undefined, undefined, 'anyone', { role: 'admin' }, { role: 'clerk' }];
    const to = pick<unknown>(isOwned ? [...audiences, 'owner', 'owner'] : audiences);
    const hasUser = to !== 'anyone';
    return {
      allow: chance(0.2) ? '*' : some(operations),
      ...(to !== undefined && { to }),
      ...(chance(0.7) && { where: condition(hasUser) }),
      ...(chance(0.4) && { check: chance(0.2) ? {} : condition(hasUser) }),
    };
  }

  const resources: Record<string, readonly string[]> = {};
  const names = Array.from({ length: count }, (_, index) => `Row${index}`);
  const entries = names.map((name, index) => {
    const isPlain = index % 8 < 3;
    const isTenant = isPlain ? index % 8 !== 1 : chance(0.5);
    const isOwned = isPlain ? index % 8 !== 0 : chance(0.6);
    const actions = chance(0.4) ? ['close'] : [];
    const verbs = [...operationsWithRules, ...actions];
    const rules = isPlain ? undefined : [1, 2, 3].map(() => rule(verbs, isOwned));
    const isOpen = !isTenant && JSON.stringify(rules ?? '').includes('"anyone"');
    resources[`row${index}`] = actions;
    return {
      model: `shop.models.${name}`,
      name: `row${index}`,
      access: {
        ...(isTenant && { tenant: { tenant_id: { user: 'tenant' } } }),
        ...(isOwned && { owner: { owner_id: { user: 'sub' } } }),
        ...(rules !== undefined && { rules }),
      },
      operations: [
        isOpen ? { name: 'get', require_auth: false } : 'get',
        { name: 'list', pagination: { mode: 'keyset' } },
        { name: 'create', fields: ['label', 'grade', 'stage', 'closed'] },
        { name: 'update', fields: ['label'] },
        'delete',
        ...actions.map((action) => ({ name: action, fn: `shop.actions.${action}` })),
      ],
    };
  });
  const columns = Object.entries(fields).map(([name, { column }]) => `    ${name}: ${column}\n`);
  const classes = names.map(
    (name) =>
      `\n\nclass ${name}(Base):\n    __tablename__ = "${name.toLowerCase()}"\n` +
      `    id: Mapped[int] = mapped_column(primary_key=True)\n${columns.join('')}`,
  );
  return {
    files: {
      'shop/models.py': head + classes.join(''),
      'shop/actions.py': 'def close(row: object) -> None: ...\n',
    },
    resources,
    config: {
      version: '1',
      module: 'shop_api',
      access: { rls: true },
      auth: {
        verify_credentials_fn: 'shop.auth.verify',
        claims: {
          sub: 'uuid',
          tenant: 'int',
          roles: 'list[str]',
          team: 'str | None',
          rank: 'int | None',
          flagged: 'bool | None',
          since: 'datetime | None',
        },
      },
      resources: entries,
    },
  };
}

/** Numbers from 0 to 1, always the same for a seed: mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
