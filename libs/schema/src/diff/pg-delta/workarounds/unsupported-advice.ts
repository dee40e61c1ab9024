/** What users do about an object that migrations do not support. */
export interface Advice {
  /** If their code has it. */
  readonly fix: string;
  /** If a database has it from which `schema pull` writes a file. */
  readonly pulled: { readonly message: string; readonly fix: string };
}

/** What to do about the object of a name. */
export function adviceOn(name: string): Advice {
  return ROWS.find(({ names }) => names.test(name)) ?? without('Pass its SQL to raw().');
}

/** A file has no form of the object, so users do the same in their file. */
function without(fix: string): Advice {
  return { fix, pulled: { message: CANNOT, fix } };
}

/** A file has no form of the object, but the database may keep it: it works the same without. */
function dispensable(fix: string): Advice {
  const leave = 'You can leave it: only new databases lack it. Or remove it from this one, too.';
  return { fix, pulled: { message: CANNOT, fix: leave } };
}

const CANNOT = 'the file cannot contain it';

/** By the start of the name. SQL passed to `raw()` can make all others, because catalogs do not see them. */
const ROWS: readonly (Advice & { readonly names: RegExp })[] = [
  {
    names: /^virtual generated column /,
    fix: 'Make it STORED.',
    pulled: {
      message: 'it is a stored column in the file',
      fix: 'You can leave it: only new databases store the column. Or make it STORED in this one, too.',
    },
  },
  {
    names: /^incomplete index /,
    fix: 'Create it without ONLY, or attach an index of each partition to it.',
    pulled: {
      message: 'it is on each partition in the file',
      fix: 'You can leave it: only new databases have the complete index. Or create and attach the missing indexes in this one, too.',
    },
  },
  { names: /^typed table /, ...dispensable('List its columns instead of its type.') },
  {
    names: /^own definition of inherited /,
    ...dispensable('Remove it: the table inherits the column.'),
  },
  { names: /^compression of column /, ...dispensable('Remove it: it has no effect.') },
  { names: /^storage parameters of constraint /, ...dispensable('Remove them.') },
  { names: /^NOT NULL constraint /, ...dispensable('Write a plain NOT NULL instead.') },
  {
    names: /^(?:subscription|user mapping) /,
    ...without('Create it on each server that needs it.'),
  },
  { names: /^role /, ...without('Name a role of the project, or PUBLIC.') },
  {
    names: /^options of (?!column )/,
    ...without('Set them on each server: they may be passwords, which must not be in files.'),
  },
];
