import { Fault } from '../../errors.js';

/** The value of a plain scalar by the core schema of YAML 1.2. */
export function plainValue(text: string): null | boolean | number | string {
  if (/^(?:~|null|Null|NULL|)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (/^[-+]?[0-9]+$/.test(text) || /^0x[0-9a-fA-F]+$/.test(text) || /^0o[0-7]+$/.test(text)) {
    return Number(text);
  }
  if (/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(text)) return Number(text);
  if (/^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/.test(text)) {
    throw new Fault('value', `std.parseYaml: ${text} has no JSON form`);
  }
  return text;
}

/** Joins the lines of a flow scalar: one line break is a space, each more is a line break. */
export function foldLines(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n');
  return lines
    .map((line, index) => {
      const start = index === 0 ? line : line.replace(/^[ \t]+/, '');
      return index === lines.length - 1 ? start : start.replace(/[ \t]+$/, '');
    })
    .reduce((folded, line, index) => {
      if (index === 0) return line;
      if (line === '' && index < lines.length - 1) return `${folded}\n`;
      return folded.endsWith('\n') ? folded + line : `${folded} ${line}`;
    }, '');
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ['/', '/'],
  ['\\', '\\'],
  ['N', '\u0085'],
  ['_', '\u00a0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);

/** The content of a double-quoted scalar. */
export function doubleQuotedValue(body: string): string {
  // An escaped line break joins the lines without a space.
  const parts = body.split(/\\\n[ \t]*/).map(foldLines);
  return parts
    .join('')
    .replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^])/g, (_, escape: string) => {
      if (escape.length > 1) return codePoint(parseInt(escape.slice(1), 16));
      const character = ESCAPES.get(escape);
      if (character !== undefined) return character;
      throw new Fault('value', `std.parseYaml: unknown escape "\\${escape}"`);
    });
}

function codePoint(code: number): string {
  if (code <= 0x10ffff) return String.fromCodePoint(code);
  throw new Fault('value', `std.parseYaml: ${code} is no code point`);
}
