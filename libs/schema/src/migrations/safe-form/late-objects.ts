import { quoteIdentifier, quoteQualified, type QualifiedName } from '../../sql/identifier.js';
import { namesIn } from '../../sql/statement-names.js';

/** What a script makes or drops after its first transaction. */
export class LateObjects {
  /** Indexes that are built, by themselves. */
  readonly indexes = new Set<string>();
  /** The indexes on the partitions of one. */
  readonly partitionIndexes = new Map<string, readonly QualifiedName[]>();
  /** Indexes that are dropped. */
  readonly dropped = new Set<string>();
  /** Constraints, with the index that one is made of. */
  readonly #constraints = new Map<string, QualifiedName | undefined>();
  readonly #notNulls = new Set<string>();
  /** Tables that get a unique index or a key. */
  readonly #keyTables = new Set<string>();
  readonly #names = new Set<string>();

  addIndex(index: QualifiedName, keyTable: QualifiedName | undefined): void {
    this.indexes.add(quoteQualified(index));
    this.#names.add(index.name);
    if (keyTable) this.#keyTables.add(quoteQualified(keyTable));
  }

  addKey(table: QualifiedName, name: string): void {
    this.#constraints.set(partOf(table, name), { schema: table.schema, name });
    this.#names.add(name);
    this.#keyTables.add(quoteQualified(table));
  }

  addConstraint(table: QualifiedName, name: string): void {
    this.#constraints.set(partOf(table, name), undefined);
    this.#names.add(name);
  }

  addNotNull(table: QualifiedName, column: string): void {
    this.#notNulls.add(partOf(table, column));
  }

  hasConstraint(table: QualifiedName, name: string): boolean {
    return this.#constraints.has(partOf(table, name));
  }

  /** The index that a constraint is made of. */
  indexOf(table: QualifiedName, name: string): QualifiedName | undefined {
    return this.#constraints.get(partOf(table, name));
  }

  hasNotNull(table: QualifiedName, column: string): boolean {
    return this.#notNulls.has(partOf(table, column));
  }

  /** Whether a key of a table may be one that is made late. */
  isKeyOf(table: QualifiedName): boolean {
    return this.#keyTables.has(quoteQualified(table));
  }

  /** Whether a statement names one of the indexes and constraints. */
  isMentioned(sql: string): boolean {
    return this.#names.size > 0 && namesIn(sql).some((name) => this.#names.has(name));
  }
}

function partOf(table: QualifiedName, part: string): string {
  return `${quoteQualified(table)}.${quoteIdentifier(part)}`;
}
