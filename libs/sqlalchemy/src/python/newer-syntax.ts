import type { Tree } from '@lezer/common';

import { Statement } from './statement.js';

/** The prefix of a template string: `t"…"`, `rt"…"`. In a string or a comment, it is text that nobody parses. */
const TEMPLATE = /\b(?:t|rt|tr)(?=["'])/gi;

/** Lets template strings be format strings, which are built alike. */
export function withoutTemplates(text: string): string {
  return text.replace(TEMPLATE, (prefix) => prefix.replace(/t/i, 'f'));
}

/**
 * The text with what the grammar does not know of Python taken out, so that what is around it is parsed.
 * None of it is anything that facts are from. All places stay the same.
 */
export function simplified(text: string, tree: Tree): string {
  const code = codeOf(text, tree);
  const edited = new Edited(text);
  let from = 0;
  for (const line of code.split('\n')) {
    const statement = new Statement(line);
    for (const rule of RULES) rule(statement, edited.from(from));
    from += line.length + 1;
  }
  return edited.text();
}

/** One logical line for each statement: no comments, only letters in strings, spaces for the line ends in brackets. */
function codeOf(text: string, tree: Tree): string {
  const code = text.split('');
  tree.iterate({
    enter({ name, from, to }) {
      if (name !== 'Comment' && name !== 'String' && name !== 'FormatString') return true;
      code.fill(name === 'Comment' ? ' ' : 'S', from, to);
      return false;
    },
  });
  let depth = 0;
  code.forEach((character, at) => {
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1);
    else if (character === '\n' && (depth > 0 || code[at - 1] === '\\')) code[at] = ' ';
  });
  return code.join('');
}

/** A text in which parts are replaced by others of their length. */
class Edited {
  private readonly characters: string[];
  private offset = 0;

  constructor(text: string) {
    this.characters = text.split('');
  }

  /** Counts places from here. */
  from(offset: number): this {
    this.offset = offset;
    return this;
  }

  blank(from: number, to: number): void {
    this.characters.fill(' ', this.offset + from, this.offset + to);
  }

  /** Puts a name there. */
  name(from: number, to: number): void {
    this.characters.fill('_', this.offset + from, this.offset + to);
  }

  /** Puts spaces for line ends and comments. */
  join(from: number, to: number, code: string): void {
    for (let at = from; at < to; at++) {
      if (code[at] === ' ') this.blank(at, at + 1);
    }
  }

  text(): string {
    return this.characters.join('');
  }
}

type Rule = (statement: Statement, edited: Edited) => void;

const RULES: readonly Rule[] = [
  /** `@registries[0].mapped` */
  function decorator(statement, edited) {
    const [, head, expression] = /^(\s*@\s*)(.*\S)/.exec(statement.text) ?? [];
    if (head === undefined || expression === undefined) return;
    const end = head.length + expression.length;
    const open = head.length + (/^[\w.]+\s*/.exec(expression)?.[0].length ?? 0);
    if (open === head.length || (open !== end && statement.close(open) !== end - 1))
      edited.name(head.length, end);
  },
  /** `except KeyError, OSError:` */
  function except(statement, edited) {
    if (!/^\s*except\b/.test(statement.text)) return;
    const colon = statement.next(':');
    const comma = statement.next(',', 0, colon);
    if (comma !== undefined && colon !== undefined) edited.blank(comma, colon);
  },
  /** `for each in *some, other:`, `[last for _, *last in lists]` */
  function loop(statement, edited) {
    const { text } = statement;
    const iterable = /^\s*(?:async\s+)?for\b.*?\bin\b/.exec(text)?.[0].length ?? text.length;
    for (const { index } of text.slice(iterable).matchAll(/(?<=(?:^|,)\s*)\*(?!\*)/g)) {
      const star = iterable + index;
      if (statement.open(star) < 0) edited.blank(star, star + 1);
    }
    for (const { index, 0: target } of text.matchAll(/\bfor\b[^:]{0,999}?\bin\b/g)) {
      const star = target.indexOf('*');
      if (star >= 0 && statement.open(index) >= 0) edited.blank(index + star, index + star + 1);
    }
  },
  /** `with (one() as a, two() as b):`, and targets that are no names. */
  function context(statement, edited) {
    const { text } = statement;
    const head = /^\s*(?:async\s+)?with\b\s*/.exec(text)?.[0].length;
    if (head === undefined) return;
    const last = statement.close(head);
    const isGroup =
      last !== undefined &&
      /^\s*:/.test(text.slice(last + 1)) &&
      /\bas\b/.test(text.slice(head, last));
    if (isGroup) {
      // Without its parentheses, the statement has to be one line, and to end without a comma.
      edited.join(head, last, text);
      edited.blank(head, head + 1);
      const comma = /,?\s*$/.exec(text.slice(0, last))!.index;
      edited.blank(comma, last + 1);
    }
    const start = isGroup ? head + 1 : head;
    const end = isGroup ? last : (statement.next(':') ?? text.length);
    for (const { index, 0: as } of text.slice(0, end).matchAll(/\bas\s+/g)) {
      const from = index + as.length;
      if (index < start || statement.open(index) !== statement.open(start)) continue;
      const target = text.slice(from, statement.next(',', index, end) ?? end).trimEnd();
      if (!/^\w+$/.test(target)) edited.name(from, from + target.length);
    }
  },
  /** `match first, second:` and `case Point(x=0) | None, *_ if first:`; what they bind is not followed. */
  function match(statement, edited) {
    const { text } = statement;
    const head = /^\s*(?:match|case)\b\s*(?=[^\s=.,:)\]}])/.exec(text)?.[0].length;
    if (head === undefined) return;
    const isWhole = text.trimStart().startsWith('match');
    const colon = isWhole ? /:\s*$/.exec(text)?.index : statement.next(':');
    if (colon !== undefined) edited.name(head, colon);
  },
  /** `class Page[T = str]`, `type Pair[*Ts = *tuple[int, ...]] = …` */
  function typeParameters(statement, edited) {
    const open = statement.typeParameters;
    if (open === undefined) return;
    const end = statement.close(open) ?? statement.text.length;
    for (let at = open + 1; at < end;) {
      const to = statement.next(',', at, end) ?? end;
      const initial = statement.next('=', at, to);
      if (initial !== undefined) edited.blank(initial, to);
      at = to + 1;
    }
  },
  /** `tuple[int, *Ts]`, and `*args: *Ts` */
  function unpacking(statement, edited) {
    for (const { index, 0: found } of statement.text.matchAll(/[[,:]\s*\*(?!\*)/g)) {
      const star = index + found.length - 1;
      const open = statement.open(star);
      const isIndex = statement.isSubscript(open) && open !== statement.typeParameters;
      if (isIndex || found.startsWith(':')) edited.blank(star, star + 1);
    }
  },
  /** `lambda a, /: a` */
  function positional(statement, edited) {
    for (const { index, 0: found } of statement.text.matchAll(/\blambda\b[^:]{0,999}?,\s*\//g)) {
      edited.blank(index + found.lastIndexOf(','), index + found.length);
    }
  },
  /** `[half := count / 2, half * 2]` */
  function assignment(statement, edited) {
    for (const { index, 0: found } of statement.text.matchAll(/\b\w+\s*:=/g)) {
      if (/[[{]/.test(statement.text[statement.open(index)] ?? ''))
        edited.blank(index, index + found.length);
    }
  },
  /** `5.` */
  function float(statement, edited) {
    for (const { index, 0: found } of statement.text.matchAll(/(?<![\w.])\d[\d_]*\.(?![\d_])/g)) {
      edited.name(index + found.length - 1, index + found.length);
    }
  },
  /** `print = log.info` */
  function print(statement, edited) {
    for (const { index } of statement.text.matchAll(/\bprint\b(?!\s*\()/g)) {
      edited.name(index, index + 1);
    }
  },
];
