import { text, unquoted } from '@rowhouse/errors';

import { refuse, SchemaValidationError } from '../errors/errors.js';

import {
  identifierProblem,
  readableName,
  readableObject,
  type QualifiedName,
} from '../sql/identifier.js';
import type { ApiResource, GrantDefinition, RoleDefinition, SchemaObject } from './definitions.js';
import { describeTarget } from './describe-target.js';
import type { RawStatements } from './raw.js';
import type { Seed } from './seed.js';

/** A definition with the one who registered it, for messages. */
interface Owned<T> {
  readonly definition: T;
  readonly owner: string;
}

/** Kinds that share one name space in PostgreSQL: each table and view is a type as well. */
const RELATIONS = new Set(['table', 'view', 'sequence', 'index', 'type']);

/**
 * Everything that a project's database is to hold: tables, views, functions, triggers, roles, grants.
 * Table factories, views and extensions register here; `desiredState` renders it.
 */
export class Metadata {
  readonly #schemas = new Set<string>();
  readonly #roles = new Map<string, Owned<RoleDefinition>>();
  readonly #grants = new Map<string, GrantDefinition>();
  readonly #objects = new Map<string, Owned<SchemaObject>>();
  readonly #pgExtensions = new Map<string, Owned<QualifiedName>>();
  readonly #raw = new Map<string, Owned<RawStatements>>();
  readonly #seeds: Seed[] = [];
  readonly #apiResources: ApiResource[] = [];
  readonly #endStatements = new Set<string>();
  readonly #configured = new WeakSet();
  #owner = 'the project';

  /** Runs `action`; what it registers belongs to `owner`, which messages name. */
  ownedBy<T>(owner: string, action: () => T): T {
    const before = this.#owner;
    this.#owner = owner;
    try {
      return action();
    } finally {
      this.#owner = before;
    }
  }

  /** Adds a schema. One that is there already stays as it is. */
  registerSchema(name: string): this {
    check('schema', name);
    this.#schemas.add(name);
    return this;
  }

  /**
   * Adds a role. Registered by several, its memberships add up.
   *
   * @throws SchemaValidationError when it was registered with other attributes.
   */
  registerRole(role: RoleDefinition): this {
    check('role', role.name);
    for (const parent of role.memberOf ?? []) check('role', parent);
    const known = this.#roles.get(role.name);
    if (known && attributes(known.definition) !== attributes(role)) {
      const [one, other] = [attributes(known.definition), attributes(role)];
      throw new SchemaValidationError([
        {
          code: 'conflicting-role',
          subject: `role ${readableName(role.name)}`,
          message: `is registered as ${one} by ${known.owner}, but as ${other} by ${this.#owner}`,
          fix: 'Use the same attributes in both places, or different names.',
        },
      ]);
    }
    const memberOf = [
      ...new Set([...(known?.definition.memberOf ?? []), ...(role.memberOf ?? [])]),
    ];
    this.#roles.set(role.name, {
      definition: { ...role, memberOf },
      owner: known?.owner ?? this.#owner,
    });
    return this;
  }

  /**
   * Adds an extension of PostgreSQL.
   *
   * @throws SchemaValidationError when it was registered in another schema.
   */
  registerPgExtension(extension: QualifiedName): this {
    const { name, schema } = extension;
    check('extension', name);
    check('schema', schema);
    const known = this.#pgExtensions.get(name);
    if (known && known.definition.schema !== schema) {
      throw new SchemaValidationError([
        {
          code: 'conflicting-pg-extension',
          subject: `PostgreSQL extension ${readableName(name)}`,
          message: text`is registered in schema ${known.definition.schema} by ${unquoted(known.owner)}, but in ${schema} by ${unquoted(this.#owner)}`,
          fix: 'Use the same schema in both places.',
        },
      ]);
    }
    if (!known) this.#pgExtensions.set(name, { definition: extension, owner: this.#owner });
    return this;
  }

  /** Adds privileges. Those of one role on one object add up. */
  registerGrant(grant: GrantDefinition): this {
    check('role', grant.to);
    const { on, to, columns } = grant;
    // Every database has it: migrations see its privileges where it is named.
    if (on.kind === 'schema' && on.name === 'public') this.registerSchema('public');
    const key = JSON.stringify([on.kind, 'schema' in on ? on.schema : '', on.name, to, columns]);
    const privileges = new Set(this.#grants.get(key)?.privileges);
    for (const privilege of grant.privileges) {
      if (!/^[a-z]+$/.test(privilege)) {
        throw new SchemaValidationError([
          {
            code: 'unknown-privilege',
            subject: `grant on ${describeTarget(on)} to ${readableName(to)}`,
            found: privilege,
            expected: [text`a privilege in lower case, such as ${'select'}`],
          },
        ]);
      }
      privileges.add(privilege);
    }
    this.#grants.set(key, { ...grant, privileges: [...privileges].sort() });
    return this;
  }

  /**
   * Runs the checks of all objects: before anything is made of them.
   *
   * @throws SchemaValidationError for the first that finds a mistake.
   */
  checkObjects(): void {
    for (const { check } of this.objects()) check?.();
  }

  /**
   * Adds a table, view, function, trigger or other object, and its schema. Objects are created in the
   * order they were added.
   *
   * @throws SchemaValidationError when the name is taken; it names both owners.
   */
  registerObject(object: SchemaObject): this {
    check(object.kind, object.name);
    this.registerSchema(object.schema);
    const key = objectKey(object);
    const known = this.#objects.get(key);
    if (known) {
      const { signature } = known.definition;
      if (signature !== undefined && signature === object.signature) return this;
      const [one, other] = [
        `${describe(known.definition)} by ${known.owner}`,
        `${describe(object)} by ${this.#owner}`,
      ];
      throw new SchemaValidationError([
        {
          code: 'duplicate-object',
          subject: readableObject(object),
          ...(one === other
            ? {
                message: `is defined twice, as ${one}`,
                fix: 'Remove one definition, or change its name or schema.',
              }
            : {
                message: `is the name of two objects: ${one}, and ${other}`,
                fix: 'Change the name or schema of one of them.',
              }),
        },
      ]);
    }
    this.#objects.set(key, { definition: object, owner: this.#owner });
    return this;
  }

  /**
   * Adds SQL that migrations run as it is.
   *
   * @throws SchemaValidationError when the name is taken.
   */
  registerRaw(raw: RawStatements): this {
    const known = this.#raw.get(raw.name);
    if (known) {
      throw new SchemaValidationError([
        {
          code: 'duplicate-object',
          subject: `raw SQL '${raw.name}'`,
          message: `is defined twice, by ${known.owner} and by ${this.#owner}`,
          fix: 'Rename one of them.',
        },
      ]);
    }
    this.#raw.set(raw.name, { definition: raw, owner: this.#owner });
    return this;
  }

  /** Adds rows that `schema seed` writes. */
  registerSeed(seed: Seed): this {
    this.#seeds.push(seed);
    return this;
  }

  /** Records a view that a REST server exposes. */
  registerApiResource(resource: ApiResource): this {
    this.#apiResources.push(resource);
    return this;
  }

  /** Adds a statement that closes each migration. One that is there already is not repeated. */
  registerEndStatement(statement: string): this {
    this.#endStatements.add(statement);
    return this;
  }

  /** Notes that the hooks of `config` run on this metadata; false when they did before. */
  markConfigured(config: object): boolean {
    if (this.#configured.has(config)) return false;
    this.#configured.add(config);
    return true;
  }

  /** Names of the schemas, sorted. */
  schemaNames(): readonly string[] {
    return [...this.#schemas].sort();
  }

  /** The roles, sorted by name. */
  roles(): readonly RoleDefinition[] {
    return [...this.#roles.values()]
      .map(({ definition }) => definition)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The extensions of PostgreSQL, in the order of registration: one may need an earlier one. */
  pgExtensions(): readonly QualifiedName[] {
    return [...this.#pgExtensions.values()].map(({ definition }) => definition);
  }

  /** The grants, in the order of registration. */
  grants(): readonly GrantDefinition[] {
    return [...this.#grants.values()];
  }

  /** The objects, in the order of registration. */
  objects(): readonly SchemaObject[] {
    return [...this.#objects.values()].map(({ definition }) => definition);
  }

  /** The object that has the name of a relation. */
  relation({ schema, name }: QualifiedName): SchemaObject | undefined {
    return this.#objects.get(objectKey({ kind: 'table', schema, name }))?.definition;
  }

  /** SQL that migrations run as it is, in the order of registration. */
  raw(): readonly RawStatements[] {
    return [...this.#raw.values()].map(({ definition }) => definition);
  }

  /** Rows that `schema seed` writes, in the order of registration. */
  seeds(): readonly Seed[] {
    return this.#seeds;
  }

  /** The exposed views, in the order of registration. */
  apiResources(): readonly ApiResource[] {
    return this.#apiResources;
  }

  /** The statements that close each migration. */
  endStatements(): readonly string[] {
    return [...this.#endStatements];
  }
}

function check(kind: string, name: string): void {
  const problem = identifierProblem(kind, name);
  if (problem) refuse([problem]);
}

function describe({ kind, description = `a ${kind}` }: SchemaObject): string {
  return description;
}

function objectKey({
  kind,
  schema,
  name,
  of,
}: Pick<SchemaObject, 'kind' | 'schema' | 'name' | 'of'>): string {
  return JSON.stringify([RELATIONS.has(kind) ? 'relation' : kind, schema, of ?? '', name]);
}

function attributes({ login = false, inherit = true }: RoleDefinition): string {
  return `${login ? 'LOGIN' : 'NOLOGIN'} ${inherit ? 'INHERIT' : 'NOINHERIT'}`;
}
