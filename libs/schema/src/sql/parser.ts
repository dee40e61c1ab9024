import libpgQuery, { type Node } from 'libpg-query';

import { splitStatements, type ScriptStatement } from './split-statements.js';

/** A statement as PostgreSQL's own parser reads it. */
export interface ParsedStatement {
  /** `undefined` for a statement that the parser refuses. */
  readonly node: Node | undefined;
  /** What PostgreSQL says of a syntax error. */
  readonly error?: string;
  readonly text: string;
  /** Where it begins in the script, behind white space and comments. */
  readonly start: number;
}

/**
 * Parses a script with the parser of PostgreSQL 18, which runs in WebAssembly. It refuses some of what older servers
 * write and take: names that have become keywords, such as `json`.
 */
export async function parseSql(script: string): Promise<ParsedStatement[]> {
  try {
    return await parseWhole(script);
  } catch {
    return Promise.all(splitStatements(script).map(parseAlone));
  }
}

async function parseWhole(script: string): Promise<ParsedStatement[]> {
  const { stmts = [] } = await libpgQuery.parse(script);
  // The parser counts bytes.
  const bytes = Buffer.from(script);
  return stmts.map(({ stmt, stmt_location: at = 0, stmt_len: length }) => {
    const end = length ? at + length : bytes.length;
    const whole = bytes.subarray(at, end).toString();
    const [before] = LEADING.exec(whole)!;
    const text = whole.slice(before.length).trimEnd();
    return { node: stmt!, text, start: bytes.subarray(0, at).toString().length + before.length };
  });
}

async function parseAlone({ text, start }: ScriptStatement): Promise<ParsedStatement> {
  try {
    const { stmts } = await libpgQuery.parse(text);
    return { node: stmts?.[0]?.stmt, text, start };
  } catch (error) {
    return { node: undefined, error: (error as Error).message, text, start };
  }
}

const LEADING = /^(?:\s+|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/;
