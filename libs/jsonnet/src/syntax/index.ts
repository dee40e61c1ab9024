/** What reads the text of a program without evaluating it. It loads nothing of the evaluator. */
export { scanImports } from './scan-imports.js';
export type { ScannedImport } from './scan-imports.js';
export { tokenize } from './tokenize.js';
export type { TokenizeOptions, Tokenized } from './tokenize.js';
export type { Token, TokenKind, TokenProblem } from './token.js';
