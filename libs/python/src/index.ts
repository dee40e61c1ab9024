/** Writes Python source: headers, names, imports, literals, docstrings and line lengths. */
export { assembleModule, type ModuleParts } from './assemble.js';
export { checkDialect, type DialectProblem } from './dialect.js';
export { comment, docstring } from './docstring.js';
export { headerOf, isGeneratedFrom, saysGenerated } from './header.js';
export { isIdentifier, pascalCase, snakeCase } from './identifiers.js';
export { importBlock } from './import-block.js';
export { isBuiltin, isKeyword, isSoftKeyword, isStandardLibrary } from './keywords.js';
export { lineLength } from './line-length.js';
export { floatLiteral, literal } from './literal.js';
export { logicalLines, type LogicalLine } from './logical-lines.js';
export {
  builtin,
  dottedSymbol,
  local,
  moduleSymbol,
  symbol,
  symbolsIn,
  withPlainNames,
  type PythonSymbol,
} from './symbols.js';
export { usedMembers, type Member } from './used-members.js';
export { wrap } from './wrap.js';
