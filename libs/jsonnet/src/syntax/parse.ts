import { Fault } from '../errors.js';
import type { SourceFile } from '../source.js';
import type { Expression } from './ast.js';
import { Cursor, GIVE_UP, describe } from './cursor.js';
import { parseExpression } from './parse-expression.js';
import { tokenize } from './tokenize.js';

/** The tree of a file, or everything that is wrong with its text. */
export type Parsed = { readonly tree: Expression } | { readonly faults: readonly Fault[] };

/** Parses a whole file. */
export function parse(file: SourceFile): Parsed {
  const { tokens, problems } = tokenize(file.text);
  if (problems.length > 0) {
    return {
      faults: problems.map(
        ({ problem, hint, start, end }) => new Fault('syntax', problem, { file, start, end }, hint),
      ),
    };
  }
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
