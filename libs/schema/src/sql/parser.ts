import libpgQuery, { type Node } from 'libpg-query';

/** A statement as PostgreSQL's own parser reads it. */
export interface ParsedStatement {
  readonly node: Node;
  readonly text: string;
  /** Where it begins in the script, behind white space and comments. */
  readonly start: number;
}

/**
 * Parses a script with the parser of PostgreSQL, which runs in WebAssembly.
 *
 * @throws {Error} with what PostgreSQL says of a syntax error.
 */
export async function parseSql(script: string): Promise<ParsedStatement[]> {
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

const LEADING = /^(?:\s+|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/;
