import { lineLength } from './line-length.js';

/**
 * A docstring of any text, quotes included, to stand `indent` columns in. Blank lines separate
 * paragraphs. The first is the summary, which linters want on one line; the others are wrapped at words.
 */
export function docstring(text: string, indent = 0): string {
  if (isPlain.test(text)) return `"""${text}"""`;
  const [summary = [], ...paragraphs] = text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => words(paragraph).map(escapeWord))
    .filter((paragraph) => paragraph.length > 0);
  const first = summary.join(' ').replace(/^"/, escaped);
  if (paragraphs.length === 0) return `"""${first.replace(/"$/, escaped)}"""`;
  const lines = paragraphs.flatMap((paragraph) => ['', ...fill(paragraph, lineLength - indent)]);
  const margin = ' '.repeat(indent);
  return [`"""${first}`, ...lines, '"""'].join('\n').replace(/\n(?!\n)/g, `\n${margin}`);
}

/** One line that needs no escapes, as nearly all are. */
const isPlain = /^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/;

/** A comment of any text, to stand `indent` columns in, wrapped at words. */
export function comment(text: string, indent = 0): string {
  const lines = fill(words(text).map(escapeWord), lineLength - indent - 2);
  return (lines.length > 0 ? lines : [''])
    .map((line) => `# ${line}`.trimEnd())
    .join(`\n${' '.repeat(indent)}`);
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Words on as few lines of at most `room` characters as take them. */
function fill(words: readonly string[], room: number): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of words) {
    if (line !== undefined && line.length + 1 + word.length <= room) line += ` ${word}`;
    else {
      if (line !== undefined) lines.push(line);
      line = word;
    }
  }
  if (line !== undefined) lines.push(line);
  return lines;
}

/**
 * What would end the docstring, or look like something else, is written as `\uXXXX`, the one escape
 * that linters take in a docstring: backslashes, three quotes, and all but printable ASCII and Latin letters.
 */
function escapeWord(word: string): string {
  return word.replace(/\\|"(?="")|[^\x20-\x7e\u{c0}-\u{d6}\u{d8}-\u{f6}\u{f8}-\u{ff}]/gu, escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code <= 0xffff
    ? `\\u${code.toString(16).padStart(4, '0')}`
    : `\\U${code.toString(16).padStart(8, '0')}`;
}
