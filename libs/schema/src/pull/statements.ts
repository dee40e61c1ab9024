import type { StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta/core';

import { kindOf } from '../diff/pg-delta/object-name.js';
import type { Statement } from '../diff/pg-delta/engine.js';
import { quoteQualified } from '../sql/identifier.js';
import type { BuiltObjects } from './built-objects.js';
import { isSame } from './facts.js';
import { objectOf, sqlText, stringLiteral } from './literals.js';
import type { Imports } from './source-code.js';

/** A statement of a pulled file. */
export interface PulledStatement {
  /** The constant that it makes, if any. */
  readonly constant?: string;
  readonly text: string;
}

/** Statements one after another about the same object. */
interface Group {
  readonly subject: StableId;
  readonly sql: string[];
}

/** Registers statements as objects, but for what is made by its builder. */
export class StatementCode {
  readonly #taken = new Set<string>();
  /** Schemas that the objects are registered in. */
  readonly schemas = new Set<string>();

  /**
   * @param home The schema that what has none is registered in.
   * @param broken Names of functions that do not work.
   */
  constructor(
    readonly home: string,
    readonly built: BuiltObjects,
    readonly broken: ReadonlySet<string>,
  ) {}

  /** Reserves the name of an object that is registered otherwise. */
  reserve(kind: string, schema: string, name: string): void {
    this.#taken.add(JSON.stringify([kind, schema, undefined, name]));
  }

  /**
   * Statements one after another that are about the same object are registered together.
   *
   * @param signatures Of types that tables register as well.
   */
  render(
    statements: readonly Statement[],
    imports: Imports,
    signatures: ReadonlyMap<string, string> = new Map(),
  ): PulledStatement[] {
    const parts: (PulledStatement | Group)[] = [];
    for (const { subject, sql } of statements) {
      const about = subjectOf(subject);
      const built = this.built.find(about);
      if (built && sql.startsWith('CREATE ')) {
        this.#reserveBuilt(about);
        parts.push({ constant: built.constant, text: built.code(imports) });
        continue;
      }
      if (built?.hasComment && subject.kind === 'comment') continue;
      const last = parts.at(-1);
      if (last && 'subject' in last && isSame(last.subject, about)) last.sql.push(sql);
      else parts.push({ subject: about, sql: [sql] });
    }
    return parts.map((part) =>
      'text' in part ? part : { text: this.#registered(part, imports, signatures) },
    );
  }

  #registered(
    { subject, sql }: Group,
    imports: Imports,
    signatures: ReadonlyMap<string, string>,
  ): string {
    const signature = signatures.get(encodeId(subject));
    const { schema, of, name } = this.#placeOf(subject);
    const kind = this.#kindFor(subject, { schema, of, name });
    this.schemas.add(schema);
    const isBroken = 'args' in subject && this.broken.has(quoteQualified({ schema, name }));
    const object = objectOf([
      ['kind', stringLiteral(kind)],
      ['schema', stringLiteral(schema)],
      ['of', of === undefined ? undefined : stringLiteral(of)],
      ['name', stringLiteral(name)],
      ['signature', signature === undefined ? undefined : stringLiteral(signature)],
      ['checkBody', isBroken ? 'false' : undefined],
      ['create', `() => [\n${sql.map(sqlText).join(',\n')},\n]`],
    ]);
    return `${imports.use('metadata')}.registerObject(${object});`;
  }

  #reserveBuilt(id: StableId): void {
    const { schema, name } = this.#placeOf(id);
    for (const kind of [kindOf(id), 'relation']) this.reserve(kind, schema, name);
    this.schemas.add(schema);
  }

  #placeOf(id: StableId): { schema: string; of: string | undefined; name: string } {
    const parts = id as unknown as Readonly<Record<string, string | undefined>>;
    const name = parts['name'] ?? parts['table'] ?? parts['role'] ?? id.kind;
    const schema = id.kind === 'schema' ? name : (parts['schema'] ?? this.home);
    return { schema, of: parts['table'] ?? parts['type'], name };
  }

  /** The object's kind, or another word where an object of that kind and name is registered already. */
  #kindFor(id: StableId, place: { schema: string; of: string | undefined; name: string }): string {
    const kind = kindOf(id);
    const args = 'args' in id ? `${kind}(${id.args.join(', ')})` : kind;
    for (let n = 1; ; n++) {
      const candidate = [kind, args, `more of ${kind}`][n - 1] ?? `more of ${kind}, ${n - 2}`;
      const relation = /^(table|view|sequence|index|type)$/.test(candidate);
      const key = JSON.stringify([
        relation ? 'relation' : candidate,
        place.schema,
        place.of,
        place.name,
      ]);
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return candidate;
    }
  }
}

/** A comment and a privilege are about what they are attached to. */
function subjectOf(id: StableId): StableId {
  return id.kind === 'comment' || id.kind === 'acl' || id.kind === 'securityLabel'
    ? subjectOf(id.target)
    : id;
}
