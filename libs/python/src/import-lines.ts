import { rootOf } from './keywords.js';
import { multilineStrings } from './tokenizer.js';

/** One bound name: `import module as local` without a member, else `from module import member as local`. */
export interface Binding {
  readonly module: string;
  readonly member: string | undefined;
  /** The name that it binds: of `import os.path`, that is `os`. */
  readonly local: string;
  /** Whether the import says `as`. */
  readonly renamed: boolean;
}

/** A template's text in two parts. */
export interface TemplateText {
  readonly importLines: readonly string[];
  readonly body: string;
}

/** A line that imports, unless a string of several lines is around it. */
const importLine = /^(?:from|import)\s(?:[^#(\n]*\([^)]*\))?.*\n?/gm;

/** Takes the import lines off a text: all that begin at column 0, wherever they stand. */
export function takeImports(text: string): TemplateText {
  const importLines: string[] = [];
  let body = '';
  let start = 0;
  /** Blank lines behind the imports that were taken off. */
  let blankLines = 0;
  const append = (code: string) => {
    const blank = /^(?:[^\S\n]*\n)*/.exec(code)![0];
    blankLines += blank.split('\n').length - 1;
    if (blank.length === code.length) return;
    // In place of an import stand the blank lines before it or behind it, whichever are more.
    if (body !== '') body += '\n'.repeat(Math.max(0, blankLines - blankLinesAtEnd(body)));
    body += code.slice(blank.length);
    blankLines = 0;
  };
  const isInString = stringFinder(text);
  for (const { 0: line, index } of text.matchAll(importLine)) {
    if (isInString(index)) continue;
    importLines.push(line);
    append(text.slice(start, index));
    start = index + line.length;
  }
  if (importLines.length === 0) return { importLines, body: text };
  append(text.slice(start));
  return { importLines, body };
}

/** Tells whether an index is inside of a string of several lines. Most texts import above all strings. */
function stringFinder(text: string): (index: number) => boolean {
  const first = text.search(/"""|'''/);
  let strings: ReturnType<typeof multilineStrings> | undefined;
  return (index) => {
    if (first < 0 || index < first) return false;
    strings ??= multilineStrings(text);
    return strings.some(({ start, end }) => start < index && index < end);
  };
}

function blankLinesAtEnd(text: string): number {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.length - end - 1;
}

/** `from module import (names)` or `import names`. */
const importStatement = /^(?:from\s+(\S+)\s+)?import\s+\(?([^()]*)\)?\s*$/;

/** What an import line binds. Templates have few of them, for many modules: each is read once. */
export function readImport(line: string): readonly Binding[] {
  let bindings = known.get(line);
  if (bindings === undefined) known.set(line, (bindings = bindingsOf(line)));
  return bindings;
}

const known = new Map<string, readonly Binding[]>();

function bindingsOf(line: string): readonly Binding[] {
  const code = line.includes('#') ? line.replace(/#.*/g, '') : line;
  const [, module, list = ''] = importStatement.exec(code) ?? [];
  const bindings: Binding[] = [];
  for (const part of list.split(',')) {
    const name = part.trim();
    if (name === '*') throw notNames(line);
    if (name !== '') bindings.push(bindingOf(module, name));
  }
  if (bindings.length === 0) throw notNames(line);
  return bindings;
}

/** `name` or `name as alias`; a module where no `module` is given. */
function bindingOf(module: string | undefined, name: string): Binding {
  const [member = '', alias] = name.includes(' ') ? name.split(/\s+as\s+/) : [name];
  const renamed = alias !== undefined;
  return module === undefined
    ? { module: member, member: undefined, local: alias ?? rootOf(member), renamed }
    : { module, member, local: alias ?? member, renamed };
}

function notNames(line: string): TypeError {
  return new TypeError(`Expected an import of names, not ${JSON.stringify(line.trim())}.`);
}
