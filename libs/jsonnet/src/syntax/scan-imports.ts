import { tokenize } from './tokenize.js';

/** An import as it stands in the text of a file. */
export interface ScannedImport {
  readonly kind: 'import' | 'importstr' | 'importbin';
  /** The path between the quotes; undefined when the operand is not a string literal. */
  readonly specifier: string | undefined;
  /** The UTF-16 offset of the keyword. */
  readonly start: number;
  /** The line and the column (in characters) of the keyword, from 1. */
  readonly line: number;
  readonly column: number;
}

const KINDS: ReadonlySet<string> = new Set<ScannedImport['kind']>([
  'import',
  'importstr',
  'importbin',
]);

/**
 * Lists the imports of a file from its text alone: nothing is parsed or evaluated, so it is fast,
 * works on a file that does not parse, and never throws. Imports in branches that an evaluation would
 * not take are listed too.
 *
 * @param source the text of the file
 */
export function scanImports(source: string): ScannedImport[] {
  if (!source.includes('import')) return [];
  const { tokens } = tokenize(source);
  const found: ScannedImport[] = [];
  let line = 1;
  let lineStart = 0;
  for (let index = 0; index < tokens.length; index++) {
    const { kind, value, start } = tokens[index]!;
    if (kind !== 'symbol' || !KINDS.has(value)) continue;
    for (let at = source.indexOf('\n', lineStart); at !== -1 && at < start;) {
      line++;
      lineStart = at + 1;
      at = source.indexOf('\n', lineStart);
    }
    const operand = tokens[index + 1]!;
    found.push({
      kind: value as ScannedImport['kind'],
      specifier: operand.kind === 'string' && !operand.isMalformed ? operand.value : undefined,
      start,
      line,
      column: Array.from(source.slice(lineStart, start)).length + 1,
    });
  }
  return found;
}
