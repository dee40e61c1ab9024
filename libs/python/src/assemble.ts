import { docstring as docstringOf } from './docstring.js';
import { importBlock } from './import-block.js';
import { readImport, takeImports } from './import-lines.js';
import { nameReferences } from './naming.js';
import { namesOf, renameIn } from './names.js';
import { splitReferences } from './symbols.js';
import { wrap } from './wrap.js';

/** The parts of a Python module. */
export interface ModuleParts {
  /** Its dotted name: symbols of it need no import. */
  readonly module: string;
  /** Comment lines on top. */
  readonly header?: string;
  /** Any text; it is written as a docstring. */
  readonly docstring?: string;
  /** Rendered templates, in the order in which they stand. Each may bring import lines. */
  readonly sections: readonly string[];
  /**
   * Top-level packages of the project, beside the module's own and those that `dottedSymbol` refers
   * to. Their imports come last.
   */
  readonly firstParty?: readonly string[];
}

/**
 * The text of a module: its sections with one block of imports, names in place of references, and
 * lines laid out as ruff formats them.
 */
export function assembleModule({
  module,
  header = '',
  docstring,
  sections,
  firstParty = [],
}: ModuleParts): string {
  const importLines = new Set<string>();
  const bodies: string[] = [];
  for (const section of sections) {
    const text = takeImports(section);
    for (const line of text.importLines) importLines.add(line);
    const body = withoutBlankEnds(text.body);
    if (body !== '') bodies.push(body);
  }
  const body = joinSections(bodies);
  const parts = splitReferences(body);
  const { names, renames, bindings, roots } = nameReferences({
    module,
    imports: [...importLines].flatMap(readImport),
    references: new Set(parts.filter(isReference)),
    text: namesOf(body),
  });
  const block = importBlock(bindings, (root) => roots.has(root) || firstParty.includes(root));
  const own = renames.size === 0 ? parts : splitReferences(renameIn(body, renames));
  const code = own
    .map((part, index) => (isReference(part, index) ? names.get(part)! : part))
    .join('');
  const head = [header.trim(), docstring === undefined ? '' : docstringOf(docstring)]
    .filter((part) => part !== '')
    .join('\n');
  return wrap(joinParts(head, block, code));
}

/** Of what {@link splitReferences} gives. */
function isReference(_part: string, index: number): boolean {
  return index % 2 === 1;
}

function joinParts(head: string, imports: string, code: string): string {
  let text = head;
  const append = (part: string, blankLines: number) => {
    if (part !== '') text += text === '' ? part : '\n'.repeat(blankLines + 1) + part;
  };
  append(imports, 1);
  append(code, startsDefinition(code) ? 2 : 1);
  return text === '' ? '' : `${text}\n`;
}

/** Definitions stand two blank lines apart from what is around them, other sections one. */
function joinSections(bodies: readonly string[]): string {
  let text = '';
  let endsDefinition = false;
  for (const body of bodies) {
    if (text !== '') text += endsDefinition || startsDefinition(body) ? '\n\n\n' : '\n\n';
    text += body;
    endsDefinition = isDefinition(lastStatement(body));
  }
  return text;
}

function startsDefinition(body: string): boolean {
  return isDefinition(/^(?:#.*\n)*(.*)/.exec(body)![1]!);
}

function isDefinition(line: string): boolean {
  return /^(?:@|def\s|class\s|async\s+def\s)/.test(line);
}

/** The last line at column 0 that begins a statement. */
function lastStatement(body: string): string {
  let end = body.length;
  for (;;) {
    const start = body.lastIndexOf('\n', end - 1) + 1;
    const isFirst = !/[\s#)\]}]/.test(body[start] ?? '\n');
    if (isFirst || start === 0) return body.slice(start, end);
    end = start - 1;
  }
}

function withoutBlankEnds(text: string): string {
  return text.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '');
}
