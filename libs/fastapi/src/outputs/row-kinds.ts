/** What the rules of access ask of what a route does with rows. */
interface RowTraits {
  /** Whether it finds one row by its key. */
  readonly aboutOne: boolean;
  /** Whether it shows all rows that a user may see. */
  readonly lists: boolean;
  /** Whether it makes a row, which gets the tenant and the owner of the user. */
  readonly makes: boolean;
  /** Whether it changes a row that it meets, instead of making one. */
  readonly meets: boolean;
  /** Whether its row is a deleted one. */
  readonly restores: boolean;
  /** Whether it stores a row that has to keep to the rules afterwards. */
  readonly stores: boolean;
}

const none = {
  aboutOne: false,
  lists: false,
  makes: false,
  meets: false,
  restores: false,
  stores: false,
};

/** What a route may do with rows, by its name in an operation. */
export const rowKinds = {
  found: { ...none, aboutOne: true },
  changed: { ...none, aboutOne: true, stores: true },
  deleted: { ...none, aboutOne: true },
  restored: { ...none, aboutOne: true, restores: true, stores: true },
  listed: { ...none, lists: true },
  made: { ...none, makes: true, stores: true },
  upserted: { ...none, makes: true, meets: true, stores: true },
  none,
} as const satisfies Readonly<Record<string, RowTraits>>;

export type RowKind = keyof typeof rowKinds;
