import type pg from 'pg';

import type { QualifiedName } from '../sql/identifier.js';
import type { MigrationStep } from '../steps/index.js';

/**
 * What a database holds of the schemas and roles that a project owns, in a form that two databases
 * can be compared by. Owners' names and column positions are no part of it.
 */
export interface Catalog {
  /** Equal for equal catalogs. */
  readonly digest: string;
  /**
   * Major version of the server it was read from: PostgreSQL words definitions differently in each.
   */
  readonly serverMajor: number;
}

/** The schemas and roles whose contents a project decides. Everything else is somebody else's. */
export interface Ownership {
  readonly schemas: readonly string[];
  readonly roles: readonly string[];
}

/** A script that leads from one catalog to another. */
export interface Plan {
  /** Ordered by dependency. */
  readonly steps: readonly MigrationStep[];
  /** Relations that it drops or rebuilds. */
  readonly dropped: readonly QualifiedName[];
}

/** A part of a table that has another name in another catalog, and differs in nothing else. */
export interface PartRename {
  readonly kind: 'constraint' | 'index' | 'sequence';
  readonly schema: string;
  /** The table of a constraint. */
  readonly table?: string;
  readonly from: string;
  readonly to: string;
}

/** A view, and who may do what with it. */
export interface ViewFacts extends QualifiedName {
  /** Its query. */
  readonly definition: string;
  /** Such as `anon to SELECT`. */
  readonly privileges: readonly string[];
}

/** What of the tables of a catalog decides in which way they may be changed. */
export interface TableFacts {
  readonly serverMajor: number;
  /** The partitions of a table, `undefined` for one that is not partitioned. */
  partitionsOf(table: QualifiedName): readonly QualifiedName[] | undefined;
  /** The table of an index that no constraint made. */
  tableOfIndex(index: QualifiedName): QualifiedName | undefined;
  /** Whether a column holds rows: `IS NOT NULL` then asks for each of their columns. */
  isComposite(table: QualifiedName, column: string): boolean;
}

/** One difference between two catalogs. */
export interface Difference {
  readonly change: 'missing' | 'unexpected' | 'different';
  readonly kind: string;
  /** The object as a reader would name it, e.g. `blog.articles.title`. */
  readonly object: string;
  /** What of it differs, such as `type`, with what both say. */
  readonly attribute?: string;
  readonly found?: string;
  readonly expected?: string;
  /** The statement that fixes it, where no migration does. */
  readonly fix?: string;
}

/** What a database holds and no catalog says. */
export interface Unread {
  /** Such as `statistics object blog.article_stats`. */
  readonly name: string;
  /** What users whose code has it do. */
  readonly fix: string;
  /** What makes and removes it, where that is known: `raw()` carries it. */
  readonly sql?: { readonly up: string; readonly down: string };
}

/** What users do about a change for which there is no plan, or none that works. */
export const IN_TWO_MIGRATIONS =
  'Make the change in two migrations: in the first, take out of the code what is in the way, such as a trigger, key or view of the changed object. In the second, change the object and put the rest back.';

/**
 * Reads, compares and stores catalogs. Rowhouse decides what is compared and when; how two catalogs
 * differ, and in what order the difference is made good, is the engine's.
 */
export interface DiffEngine {
  /**
   * Reads the catalog in the transaction that `client` is in, and leaves its settings as they were.
   *
   * @param roles Whose roles the catalog gets in place of the server's.
   */
  read(client: pg.ClientBase, ownership: Ownership, roles?: Catalog): Promise<Catalog>;
  /** Reads a catalog, and names what it cannot say of the database. */
  readWithUnread(
    client: pg.ClientBase,
    ownership: Ownership,
    roles?: Catalog,
  ): Promise<{ readonly catalog: Catalog; readonly unread: readonly Unread[] }>;
  /**
   * The same objects with other roles, or with none: roles are the server's, so a scratch database
   * shows those of everybody.
   */
  withRoles(objects: Catalog, roles?: Catalog): Catalog;
  /** Names of the roles of a catalog. */
  roles(catalog: Catalog): readonly string[];
  /** Statements that make one role of a catalog. */
  roleStatements(catalog: Catalog, role: string): readonly string[];
  /**
   * Plans the way from one catalog to another.
   *
   * @throws {UserError} when the engine finds no way.
   * @param options.dropsExtensions Whether PostgreSQL extensions that `to` lacks go. On the way back they stay, for
   *   they may have been there before, and others may use them.
   */
  plan(from: Catalog, to: Catalog, options?: { readonly dropsExtensions?: boolean }): Plan;
  /**
   * The differences of `actual` from `expected`.
   *
   * @param foreignObjects Whether objects that `expected` knows nothing of are somebody else's, or
   *   left behind. Roles are not compared where they are left behind, for a scratch database shows
   *   the server's.
   * @param options.extensions Whether PostgreSQL extensions that `expected` lacks are differences, too.
   */
  compare(
    actual: Catalog,
    expected: Catalog,
    foreignObjects: 'ignored' | 'reported',
    options?: { readonly extensions?: boolean },
  ): readonly Difference[];
  /**
   * Constraints, indexes and sequences that have another name in `to`, and differ in nothing else:
   * what follows when their table or column is renamed.
   */
  partRenames(from: Catalog, to: Catalog): readonly PartRename[];
  /** Writes a catalog as text, the same for equal catalogs, one object a line. */
  serialize(catalog: Catalog): string;
  /**
   * Reads what {@link serialize} wrote.
   *
   * @throws {Error} when the text was edited or cut.
   */
  deserialize(text: string): Catalog;
  tableFacts(catalog: Catalog): TableFacts;
  /** The views of a catalog, without those whose rows are stored. */
  views(catalog: Catalog): readonly ViewFacts[];
}
