import { Fault } from '../errors.js';
import { reserve } from '../runtime/budget.js';
import type { SourceFile } from '../source.js';
import type { Expression } from './ast.js';
import { Cursor, GIVE_UP, MAX_FAULTS, describe } from './cursor.js';
import { parseExpression } from './parse-expression.js';
import { tokenize } from './tokenize.js';

/** The tree of a file, or everything that is wrong with its text. */
export type Parsed = { readonly tree: Expression } | { readonly faults: readonly Fault[] };

/** What the tree of a file, and the code made of it, take for each of its tokens. */
const BYTES_PER_TOKEN = 200;

/** Parses a whole file. */
export function parse(file: SourceFile): Parsed {
  const { tokens, problems } = tokenize(file.text);
  if (problems.length > 0) {
    return {
      faults: problems
        .slice(0, MAX_FAULTS)
        .map(
          ({ problem, hint, start, end }) =>
            new Fault('syntax', problem, { file, start, end }, hint),
        ),
    };
  }
  reserve(tokens.length * BYTES_PER_TOKEN);
  const cursor = new Cursor(file, tokens);
  try {
    const tree = parseExpression(cursor);
    if (cursor.token.kind !== 'end') {
      const hint =
        cursor.token.kind === 'symbol' && '}])'.includes(cursor.token.value)
          ? 'it closes nothing'
          : undefined;
      cursor.note(
        cursor.fault(`expected the end of the file, found ${describe(cursor.token)}`, hint),
      );
    }
    return cursor.faults.length > 0 ? { faults: cursor.faults } : { tree };
  } catch (error) {
    if (error instanceof Fault) return { faults: [...cursor.faults, error] };
    if (error === GIVE_UP) return { faults: cursor.faults };
    throw error;
  }
}
