import type { Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta/core';

import type { Catalog } from '../diff/pg-delta/catalog.js';
import { statementsToward } from '../diff/pg-delta/engine.js';
import { stringLiteral as sqlString } from '../sql/literal.js';
import { enumCode } from './column.js';
import { BASE, earlyFacts } from './early-facts.js';
import { BuiltObjects } from './built-objects.js';
import { Enums } from './enums.js';
import { sortedFacts, Typed } from './facts.js';
import { grantCode } from './grants.js';
import { stringLiteral } from './literals.js';
import { Names } from './names.js';
import { orderTables, Owners } from './order.js';
import { extensionCode, roleCode } from './roles.js';
import { Imports } from './source-code.js';
import { StatementCode, type PulledStatement } from './statements.js';
import { tableCode } from './table.js';
import { planTable, type TablePlan } from './table-plan.js';

/** The statements of a pulled database, in their order. */
export interface PulledCode {
  /** What all before the tables imports. */
  readonly imports: Imports;
  /** Schemas, roles and extensions: lines that belong together. */
  readonly base: readonly (readonly string[])[];
  /** Domains, sequences and SQL that tables need. */
  readonly first: readonly PulledStatement[];
  readonly enums: readonly PulledPart[];
  readonly tables: readonly PulledTable[];
  /** Everything else, and what it imports. */
  readonly last: readonly PulledStatement[];
  readonly lastImports: Imports;
  readonly grants: readonly string[];
}

/** A constant, and the statement that makes it. */
export interface PulledPart {
  readonly constant: string;
  readonly text: string;
}

export interface PulledTable extends PulledPart {
  readonly imports: Imports;
}

/** Parts of the schema that typed code leaves to SQL, since what they need comes later. */
export type Demoted = Set<string>;

/** One try at the code of a catalog: what turns out to be in the way of an order goes to `demoted`. */
export class Draft {
  readonly #typed = new Typed();
  readonly #imports = new Imports();
  readonly #facts: FactBase;
  readonly #owners: Owners;
  readonly #tables: readonly TablePlan[];
  readonly #enums: Enums;
  readonly #built: BuiltObjects;
  readonly #sql: StatementCode;

  constructor(
    readonly catalog: Catalog,
    readonly demoted: Demoted,
    broken: ReadonlySet<string>,
  ) {
    this.#facts = catalog.facts;
    const constants = new Names(true);
    const plans = sortedFacts(this.#facts, 'table').flatMap((fact) => {
      if (demoted.has(encodeId(fact.id))) return [];
      return planTable(this.#facts, fact, constants) ?? [];
    });
    this.#owners = new Owners(this.#facts, plans);
    this.#tables = orderTables(plans, this.#owners);
    this.#enums = new Enums(this.#facts, constants);
    this.#built = new BuiltObjects(this.#facts, constants, (schema, name) =>
      this.#owners.find(schema, name),
    );
    const schemas = this.#names('schema');
    this.#sql = new StatementCode(
      schemas.find((name) => name !== 'public') ?? 'public',
      this.#built,
      broken,
    );
  }

  code(): PulledCode {
    for (const fact of sortedFacts(this.#facts, 'schema')) this.#typed.add(fact);
    const roles = roleCode(this.#facts, this.#typed);
    const extensions = extensionCode(
      this.#facts,
      this.#typed,
      this.#names('schema'),
      this.#imports,
    );
    const tables = this.#tableCode();
    const grants = grantCode(this.#facts, new Set(this.#names('role')), this.#typed);
    const base = this.#typed.facts().filter(({ id }) => BASE.test(id.kind));
    const early = earlyFacts(this.#facts, this.#typed, this.#enums.has, (fact) => {
      this.#demote(fact);
    });
    this.#addExtensions(early);
    const { enums, signatures } = this.#enumCode(early);
    for (const { fact } of this.#tables) {
      this.#sql.reserve('relation', fact.id.schema, fact.id.name);
    }
    const first = this.#sql.render(
      this.#statements(base, [...base, ...early.values()]),
      this.#imports,
      signatures,
    );
    const lastImports = new Imports();
    const last = this.#sql.render(this.#lastStatements(early), lastImports);
    return {
      imports: this.#imports,
      base: [this.#schemaCode(), roles, extensions],
      ...{ first, enums, tables, last, lastImports, grants },
    };
  }

  #names(kind: 'schema' | 'role'): string[] {
    return sortedFacts(this.#facts, kind).map(({ id }) => (id as { name: string }).name);
  }

  #tableCode(): PulledTable[] {
    const placed = new Set<TablePlan>();
    return this.#tables.map((plan) => {
      placed.add(plan);
      const imports = new Imports();
      const text = tableCode(plan, {
        facts: this.#facts,
        typed: this.#typed,
        imports,
        tableOf: (schema, name) => {
          const other = this.#owners.find(schema, name);
          return other && placed.has(other) ? other : undefined;
        },
        enumOf: (column) => this.#enums.constantOf(column, this.#typed),
        builtFor: (part, kind) => this.#built.constantFor(part, kind),
        isEarly: (part) =>
          !this.demoted.has(encodeId(part.id)) &&
          !this.#hasOwnComment(part) &&
          this.#owners.dependenciesOf(part).every((other) => placed.has(other)),
      });
      return { constant: plan.constant, text, imports };
    });
  }

  /** A type that SQL before the tables needs is made there; the tables then find it by its signature. */
  #enumCode(early: ReadonlyMap<string, Fact>) {
    const signatures = new Map<string, string>();
    const enums = this.#enums.used().map(({ fact, constant }): PulledPart => {
      const id = fact.id as { schema: string; name: string } & StableId;
      const values = fact.payload['values'] as string[];
      if (early.has(encodeId(id))) signatures.set(encodeId(id), values.map(sqlString).join(', '));
      else this.#sql.reserve('relation', id.schema, id.name);
      return { constant, text: enumCode(constant, id, values, this.#imports) };
    });
    return { enums, signatures };
  }

  /** Those that are left to SQL: no catalog says what uses the types, functions and operators of an extension. */
  #addExtensions(early: Map<string, Fact>): void {
    for (const fact of sortedFacts(this.#facts, 'extension')) {
      if (!this.#typed.has(fact.id)) early.set(encodeId(fact.id), fact);
    }
  }

  /** Foreign keys are made at the very end, when a comment would have come already. */
  #hasOwnComment({ id, payload }: Fact): boolean {
    return (
      id.kind === 'constraint' &&
      payload['type'] === 'f' &&
      this.#facts.has({ kind: 'comment', target: id })
    );
  }

  #demote({ id }: Fact): void {
    const isPart = /^(constraint|index|policy)$/.test(id.kind);
    const table = this.#owners.of(id);
    const isKey = table !== undefined && encodeId(table.primaryKeyFact.id) === encodeId(id);
    this.demoted.add(encodeId(isPart && !isKey ? id : (table?.fact.id ?? id)));
  }

  #statements(from: readonly Fact[], to: readonly Fact[]) {
    if (to.length === from.length) return [];
    const wanted = new Map(to.map((fact) => [encodeId(fact.id), fact]));
    const edges = this.#facts.edges.filter(
      (edge) => wanted.has(encodeId(edge.from)) && wanted.has(encodeId(edge.to)),
    );
    return statementsToward(this.catalog.withFacts([...wanted.values()], edges), from);
  }

  /** What makes all else of the catalog. */
  #lastStatements(early: ReadonlyMap<string, Fact>) {
    const known = new Map(early);
    for (const fact of this.#typed.facts()) known.set(encodeId(fact.id), fact);
    // A grant on what SQL makes comes after all else, as each grant does.
    const grants = new Set<string>();
    for (const [key, { id, parent }] of known) {
      if (id.kind === 'acl' && parent && !known.has(encodeId(parent))) grants.add(key);
    }
    const isLeft = ({ id }: Fact) => !grants.has(encodeId(id));
    return statementsToward(
      this.catalog.withFacts(this.#facts.facts().filter(isLeft), this.#facts.edges),
      [...known.values()].filter(isLeft),
    );
  }

  /** Schemas that no object brings along. */
  #schemaCode(): string[] {
    const brought = new Set([
      'public',
      ...this.#sql.schemas,
      ...this.#tables.map(({ fact }) => fact.id.schema),
    ]);
    return this.#names('schema')
      .filter((name) => !brought.has(name))
      .map((name) => `metadata.registerSchema(${stringLiteral(name)});`);
  }
}
