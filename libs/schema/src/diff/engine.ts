import type { QualifiedName } from '../sql/identifier.js';
import type { MigrationStep } from '../steps/index.js';

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
