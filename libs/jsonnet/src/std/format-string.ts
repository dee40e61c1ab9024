import { Fault } from '../errors.js';

/** One `%…` of a format string. */
export interface Code {
  /** The name of `%(name)…`. */
  readonly key: string | undefined;
  readonly isAlternate: boolean;
  readonly isZero: boolean;
  readonly isLeft: boolean;
  readonly isBlank: boolean;
  readonly isPlus: boolean;
  readonly width: number | '*' | undefined;
  readonly precision: number | '*' | undefined;
  /** `d o x e f g c s %`; the capital forms have `isCapital`. */
  readonly conversion: string;
  readonly isCapital: boolean;
}

/** Literal text, or a code. */
export type Part = string | Code;

const CODE = /%(?:\(([^)]*)\))?([#0\- +]*)(\*|[0-9]+)?(?:\.(\*|[0-9]*))?[hlL]?([diuoxXeEfFgGcs%])/y;

/** Programs format with few strings, many times. */
const parsed = new Map<string, readonly Part[]>();
const MAX_PARSED = 500;

/** Reads the language of `%` that Jsonnet shares with Python. */
export function parseFormat(format: string): readonly Part[] {
  const known = parsed.get(format);
  if (known) return known;
  const parts = parse(format);
  if (parsed.size >= MAX_PARSED) parsed.clear();
  parsed.set(format, parts);
  return parts;
}

function parse(format: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (let percent = format.indexOf('%'); percent !== -1; percent = format.indexOf('%', at)) {
    if (percent > at) parts.push(format.slice(at, percent));
    CODE.lastIndex = percent;
    const match = CODE.exec(format);
    if (!match) throw badCode(format, percent);
    const [, key, flags = '', width, precision, conversion] = match;
    const lower = conversion!.toLowerCase();
    parts.push({
      key,
      isAlternate: flags.includes('#'),
      isZero: flags.includes('0'),
      isLeft: flags.includes('-'),
      isBlank: flags.includes(' '),
      isPlus: flags.includes('+'),
      width: size(width),
      precision: size(precision),
      conversion: lower === 'i' || lower === 'u' ? 'd' : lower,
      isCapital: lower !== conversion,
    });
    at = CODE.lastIndex;
  }
  if (at < format.length) parts.push(format.slice(at));
  return parts;
}

function size(text: string | undefined): number | '*' | undefined {
  return text === undefined || text === '*' ? text : Number(text);
}

function badCode(format: string, percent: number): Fault {
  const rest = format.slice(percent);
  const start = /^%(?:\([^)]*\))?[#0\- +]*(?:\*|[0-9]+)?(?:\.(?:\*|[0-9]*))?[hlL]?/.exec(rest)![0];
  const unknown = String.fromCodePoint(rest.codePointAt(start.length) ?? 0);
  const hint = 'write a percent sign as %%';
  return rest.length === start.length
    ? new Fault('value', `the format ends within "${start}"`, undefined, hint)
    : new Fault(
        'value',
        `unknown conversion "${unknown}" in "${start}${unknown}"`,
        undefined,
        hint,
      );
}
