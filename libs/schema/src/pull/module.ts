import type { Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

import { FactCatalog } from '../diff/pg-delta/catalog.js';
import { statementsToward } from '../diff/pg-delta/engine.js';
import type { Catalog } from '../diff/index.js';
import { stringLiteral as sqlString } from '../sql/literal.js';
import { enumCode } from './column.js';
import { commentOn, partsOf, Typed } from './facts.js';
import { grantCode } from './grants.js';
import { arrayOf, stringLiteral } from './literals.js';
import { Names } from './names.js';
import { orderTables, Owners } from './order.js';
import { Imports } from './source-code.js';
import { StatementCode } from './statements.js';
import { tableCode } from './table.js';
import { planTable, type TablePlan } from './table-plan.js';

/** The first line of a pulled file. */
const HEADER = '/** The tables of an existing database, written by `schema pull`. */';

/** Parts of the schema that typed code leaves to SQL, since what they need comes later. */
type Demoted = Set<string>;

/**
 * A catalog as TypeScript: tables, enums, roles and grants by their builders, all else as SQL, in an
 * order in which each object finds what it needs.
 */
export function pulledModule(catalog: Catalog): string {
  const demoted: Demoted = new Set();
  for (;;) {
    const draft = new Draft(FactCatalog.of(catalog), demoted);
    const before = demoted.size;
    const text = draft.render();
    if (demoted.size === before) return text;
  }
}

class Draft {
  readonly #typed = new Typed();
  readonly #imports = new Imports();
  readonly #facts: FactBase;
  readonly #owners: Owners;
  readonly #tables: readonly TablePlan[];
  readonly #enums = new Map<string, { readonly fact: Fact; readonly constant: string }>();
  readonly #sql: StatementCode;

  constructor(
    readonly catalog: FactCatalog,
    readonly demoted: Demoted,
  ) {
    this.#facts = catalog.facts;
    const constants = new Names(true);
    const plans = this.#sorted('table').flatMap((fact) => {
      if (demoted.has(encodeId(fact.id))) return [];
      return planTable(this.#facts, fact, constants) ?? [];
    });
    this.#owners = new Owners(this.#facts, plans);
    this.#tables = orderTables(plans, this.#owners);
    for (const fact of this.#sorted('type')) {
      if (fact.payload['variant'] !== 'enum') continue;
      const constant = constants.take((fact.id as { name: string }).name, 'enum');
      this.#enums.set(encodeId(fact.id), { fact, constant });
    }
    const schemas = this.#sorted('schema').map(({ id }) => (id as { name: string }).name);
    this.#sql = new StatementCode(schemas.find((name) => name !== 'public') ?? 'public');
  }

  render(): string {
    const schemas = this.#sorted('schema');
    for (const fact of schemas) this.#typed.add(fact);
    const roles = this.#roles();
    const extensions = this.#extensions(schemas.map(({ id }) => (id as { name: string }).name));
    const used = new Set<string>();
    const tables = this.#tableCode(used);
    const grants = grantCode(this.#facts, new Set(this.#roleNames()), this.#typed);
    // A type that SQL before the tables needs is made there; the tables then find it.
    const enums = [...used].map((key) => this.#enums.get(key)!);
    const base = this.#base();
    const early = this.#earlyFacts();
    const signatures = new Map<string, string>();
    const enumText: string[] = [];
    for (const { fact, constant } of enums) {
      const id = fact.id as { schema: string; name: string } & StableId;
      const values = fact.payload['values'] as string[];
      enumText.push(enumCode(constant, id, values, this.#imports));
      if (early.has(encodeId(id))) signatures.set(encodeId(id), values.map(sqlString).join(', '));
      else this.#sql.reserve('relation', id.schema, id.name);
    }
    for (const { fact } of this.#tables) {
      this.#sql.reserve('relation', fact.id.schema, fact.id.name);
    }
    const first = this.#sql.render(
      this.#statements(base, [...base, ...early.values()]),
      signatures,
    );
    const last = this.#sql.render([
      ...this.#lastStatements(early),
      ...this.catalog.attributes.map(({ hosts, set }) => ({ subject: hosts[0]!, sql: set })),
    ]);
    const named = this.#schemaCode(schemas);
    this.#imports.from('@rowhouse/schema', 'Metadata');
    this.#imports.from('@rowhouse/schema', 'SchemaConfig');
    const helpers = this.#imports.render().includes('customType')
      ? [
          '/** A column of a type that drizzle does not know. */\nconst typed = (type: string) => customType<{ data: unknown }>({ dataType: () => type });',
        ]
      : [];
    return [
      `${HEADER}\n${this.#imports.render()}`,
      'export const metadata = new Metadata();\nexport const config = new SchemaConfig();',
      ...[named, roles, extensions]
        .filter((lines) => lines.length > 0)
        .map((lines) => lines.join('\n')),
      ...helpers,
      ...first,
      ...(enumText.length > 0 ? [enumText.join('\n')] : []),
      ...tables,
      ...last,
      ...(grants.length > 0 ? [grants.join('\n')] : []),
      '',
    ]
      .join('\n\n')
      .replace(/\n+$/, '\n');
  }

  #sorted(kind: StableId['kind']): Fact[] {
    return this.#facts
      .facts()
      .filter(({ id }) => id.kind === kind)
      .sort((a, b) => (sortKey(a.id) < sortKey(b.id) ? -1 : 1));
  }

  #roleNames(): string[] {
    return this.#sorted('role').map(({ id }) => (id as { name: string }).name);
  }

  #roles(): string[] {
    return this.#sorted('role').map((fact) => {
      const { name } = fact.id as { name: string };
      this.#typed.add(fact);
      const parents = this.#facts.facts().flatMap((other) => {
        if (other.id.kind !== 'membership' || other.id.member !== name) return [];
        this.#typed.add(other);
        return other.id.role.startsWith('pg_') ? [] : [other.id.role];
      });
      const entries = [
        `name: ${stringLiteral(name)}`,
        ...(fact.payload['login'] === true ? ['login: true'] : []),
        ...(fact.payload['inherit'] === false ? ['inherit: false'] : []),
        ...(parents.length > 0 ? [`memberOf: ${arrayOf(parents.sort().map(stringLiteral))}`] : []),
      ];
      return `metadata.registerRole({ ${entries.join(', ')} });`;
    });
  }

  /** An extension among the project's objects is left to SQL. */
  #extensions(schemas: readonly string[]): string[] {
    return this.#sorted('extension').flatMap((fact) => {
      const { name } = fact.id as { name: string };
      const schema = String(fact.payload['schema']);
      if (schema !== 'public' && schemas.includes(schema)) return [];
      this.#typed.add(fact);
      // The extension brings it along.
      const comment = commentOn(this.#facts, fact.id);
      if (comment) this.#typed.add(comment);
      const where = schema === 'public' ? '' : `, schema: ${stringLiteral(schema)}`;
      this.#imports.from('@rowhouse/schema', 'pgExtension');
      return [`pgExtension(${stringLiteral(name)}, { metadata${where} });`];
    });
  }

  #tableCode(used: Set<string>): string[] {
    const placed = new Set<TablePlan>();
    return this.#tables.map((plan) => {
      placed.add(plan);
      return tableCode(plan, {
        facts: this.#facts,
        typed: this.#typed,
        imports: this.#imports,
        tableOf: (schema, name) => {
          const other = this.#owners.find(schema, name);
          return other && placed.has(other) ? other : undefined;
        },
        enumOf: (column) => {
          const key = this.#facts
            .outgoingEdges(column)
            .map(({ to }) => encodeId(to))
            .find((to) => this.#enums.has(to));
          if (key === undefined) return undefined;
          used.add(key);
          const { fact, constant } = this.#enums.get(key)!;
          this.#typed.add(fact);
          this.#typed.add(usedByEverybody(fact));
          return constant;
        },
        isEarly: (part) =>
          !this.demoted.has(encodeId(part.id)) &&
          !this.#hasOwnComment(part) &&
          this.#owners.dependenciesOf(part).every((other) => placed.has(other)),
      });
    });
  }

  /** Foreign keys are made at the very end, when a comment would have come already. */
  #hasOwnComment({ id, payload }: Fact): boolean {
    return (
      id.kind === 'constraint' &&
      payload['type'] === 'f' &&
      this.#facts.has({ kind: 'comment', target: id })
    );
  }

  /** What is there before the first statement. */
  #base(): Fact[] {
    return this.#typed
      .facts()
      .filter(({ id }) => /^(schema|role|membership|extension)$/.test(id.kind));
  }

  /** What the typed code needs and does not make itself. Demotes typed code that is in the way. */
  #earlyFacts(): Map<string, Fact> {
    const early = new Map<string, Fact>();
    const visit = (id: StableId, seeker: Fact): void => {
      const key = encodeId(id);
      const fact = this.#facts.get(id);
      if (!fact || early.has(key) || /^(schema|role|membership|extension)$/.test(id.kind)) return;
      if (this.#typed.has(id)) {
        if (this.#enums.has(key)) early.set(key, fact);
        else this.#demote(seeker);
        return;
      }
      early.set(key, withoutOwner(fact));
      if (fact.parent) visit(fact.parent, seeker);
      const parts = partsOf(this.#facts, id).filter(isDefinition);
      for (const part of [fact, ...parts]) {
        early.set(encodeId(part.id), withoutOwner(part));
        for (const { to, kind } of this.#facts.outgoingEdges(part.id)) {
          if (kind === 'depends') visit(to, seeker);
        }
      }
    };
    for (const fact of this.#typed.facts()) {
      if (fact.id.kind === 'comment' || fact.id.kind === 'acl') continue;
      for (const { to, kind } of this.#facts.outgoingEdges(fact.id)) {
        if (kind === 'depends' && !this.#typed.has(to)) visit(to, fact);
      }
    }
    return early;
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
  #schemaCode(schemas: readonly Fact[]): string[] {
    const brought = new Set([
      'public',
      ...this.#sql.schemas,
      ...this.#tables.map(({ fact }) => fact.id.schema),
    ]);
    return schemas
      .map(({ id }) => (id as { name: string }).name)
      .filter((name) => !brought.has(name))
      .map((name) => `metadata.registerSchema(${stringLiteral(name)});`);
  }
}

/** What an object is made of, in contrast to what is attached to it later. */
function isDefinition({ id, payload }: Fact): boolean {
  if (id.kind === 'constraint') return payload['type'] !== 'f';
  if (id.kind === 'acl') return id.grantee === 'PUBLIC';
  return /^(column|default|typeAttribute)$/.test(id.kind);
}

/** A sequence as it is before the table of its column is there. */
function withoutOwner(fact: Fact): Fact {
  if (fact.id.kind !== 'sequence') return fact;
  return { ...fact, payload: { ...fact.payload, ownedBy: null } };
}

/** What everybody may do with a type from the start. */
function usedByEverybody({ id }: Fact): Fact {
  return {
    id: { kind: 'acl', target: id, grantee: 'PUBLIC' },
    parent: id,
    payload: { privileges: ['USAGE'], grantable: [] },
  };
}

function sortKey(id: StableId): string {
  const { schema = '', name = '' } = id as { schema?: string; name?: string };
  return JSON.stringify([schema, name]);
}
