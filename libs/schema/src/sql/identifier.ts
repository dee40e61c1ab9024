import { createHash } from 'node:crypto';

import type { Problem } from '../errors/errors.js';

/** PostgreSQL cuts longer names off, silently. */
const MAX_BYTES = 63;

/** A name inside a schema. */
export interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}

/** `name` as a quoted SQL identifier: reserved words, upper case and quotes keep their meaning. */
export function quoteIdentifier(name: string): string {
  return name.includes('"') ? `"${name.replaceAll('"', '""')}"` : `"${name}"`;
}

/** `"schema"."name"`. */
export function quoteQualified({ schema, name }: QualifiedName): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}

/** Most names: checked in one step. */
const PLAIN = /^[a-z_][a-z0-9_]{0,62}$/;

/** What is wrong with `name` as the name of a `kind` (such as `table`), or `undefined`. */
export function identifierProblem(kind: string, name: string): Problem | undefined {
  if (PLAIN.test(name)) return reservedProblem(kind, name);
  const invalid = (message: string): Problem => ({
    code: 'invalid-identifier',
    found: name,
    message,
  });
  if (name === '') return invalid(`a ${kind} needs a name`);
  if (name.includes('\0')) return invalid(`the name of a ${kind} cannot contain a NUL character`);
  if (/\p{Surrogate}/u.test(name)) return invalid(`the name of a ${kind} must be valid Unicode`);
  const bytes = Buffer.byteLength(name);
  if (bytes > MAX_BYTES) {
    return invalid(
      `the name of a ${kind} can have at most ${MAX_BYTES} bytes, but this one has ${bytes}`,
    );
  }
  return reservedProblem(kind, name);
}

function reservedProblem(kind: string, name: string): Problem | undefined {
  const isPrefixed = (kind === 'role' || kind === 'schema') && name.startsWith('pg_');
  if (!isPrefixed && !(kind === 'role' && (name === 'public' || name === 'none'))) return undefined;
  return {
    code: 'reserved-identifier',
    found: name,
    message: `PostgreSQL reserves ${isPrefixed ? 'names that begin with pg_' : 'the name'}`,
  };
}

/** A name as a message shows it, on one line whatever it holds: `title`, `"a b"`. */
export function readableName(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_$]*$/u.test(name) ? name : onOneLine(quoteIdentifier(name));
}

/** `blog.articles`, as a message shows it. */
export function readableObject({ schema, name }: QualifiedName): string {
  return `${readableName(schema)}.${readableName(name)}`;
}

/** A name with a line break in it must not break out of the line, or the SQL comment, it is written in. */
export function onOneLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

/** The name that PostgreSQL gives the sequence of a serial column: the longer part is cut first. */
export function serialSequenceName(table: string, column: string): string {
  const room = MAX_BYTES - '__seq'.length;
  let [first, second] = [Buffer.byteLength(table), Buffer.byteLength(column)];
  while (first + second > room) {
    if (first > second) first -= 1;
    else second -= 1;
  }
  return `${startOf(table, first)}_${startOf(column, second)}_seq`;
}

/** As many whole characters as fit the bytes. */
function startOf(text: string, bytes: number): string {
  let start = '';
  let room = bytes;
  for (const character of text) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    start += character;
  }
  return start;
}

/**
 * A name made from others, such as that of a constraint: itself where it fits PostgreSQL's 63 bytes,
 * else its beginning and a hash of the whole, so that two long names stay two.
 */
export function derivedName(...parts: readonly string[]): string {
  const name = parts.join('_');
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 10);
  return `${startOf(name, MAX_BYTES - hash.length - 1)}_${hash}`;
}
