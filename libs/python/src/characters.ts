import { closeReference, openReference } from './symbols.js';

/** What a character can begin. */
export enum Kind {
  blank,
  newline,
  word,
  digit,
  quote,
  comment,
  opening,
  closing,
  operator,
  unknown,
}

const kinds = Uint8Array.from({ length: 128 }, (_, code): Kind => {
  const character = String.fromCharCode(code);
  if (/[ \t\\\f]/.test(character)) return Kind.blank;
  if (character === '\n') return Kind.newline;
  if (/[A-Za-z_]/.test(character)) return Kind.word;
  if (/\d/.test(character)) return Kind.digit;
  if (/["']/.test(character)) return Kind.quote;
  if (character === '#') return Kind.comment;
  if (/[([{]/.test(character)) return Kind.opening;
  if (/[)\]}]/.test(character)) return Kind.closing;
  return /[-+*/%@&|^=<>!~,:.;]/.test(character) ? Kind.operator : Kind.unknown;
});

/** The kind of the character at an index. Beyond ASCII, all are letters of names. */
export function kindAt(text: string, index: number): Kind {
  const code = text.charCodeAt(index);
  return code < 128 ? (kinds[code] as Kind) : Kind.word;
}

export const openingReference = openReference.charCodeAt(0);

/** Behind the word that begins at an index: a name, a number's letters, or a reference. */
export function endOfWord(text: string, start: number): number {
  if (text.charCodeAt(start) === openingReference) return text.indexOf(closeReference, start) + 1;
  for (let end = start; ; end++) {
    const code = text.charCodeAt(end);
    const continues =
      code < 128
        ? kinds[code] === Kind.word || kinds[code] === Kind.digit
        : code !== openingReference;
    // `NaN`, at the end, is neither.
    if (!continues || Number.isNaN(code)) return end;
  }
}

/** Behind the string literal whose quote stands at an index; -1 if it does not end. */
export function endOfString(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  if (text.charCodeAt(start + 1) === quote && text.charCodeAt(start + 2) === quote) {
    return endOfTripleString(text, start, text.slice(start, start + 3));
  }
  for (let end = start + 1; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === quote) return end + 1;
    if (code === backslash) end++;
    else if (code === newline) return -1;
  }
  return -1;
}

function endOfTripleString(text: string, start: number, quotes: string): number {
  for (let end = start + 3; ;) {
    const close = text.indexOf(quotes, end);
    if (close < 0) return -1;
    const escape = text.indexOf('\\', end);
    if (escape < 0 || escape > close) return close + 3;
    end = escape + 2;
  }
}

/** Behind the comment that begins at an index: at the newline. */
export function endOfComment(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

const backslash = 0x5c;
const newline = 0x0a;
