const SIMPLE: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/**
 * Decodes the escapes of a quoted string's content.
 *
 * @param report is told of each bad escape with its offsets within `body`
 */
export function decodeEscapes(
  body: string,
  report: (start: number, end: number, problem: string) => void,
): string {
  let decoded = '';
  let copied = 0;
  for (let at = body.indexOf('\\'); at !== -1; at = body.indexOf('\\', copied)) {
    decoded += body.slice(copied, at);
    const escape = body[at + 1] ?? '';
    if (escape === 'u') {
      const digits = /^[0-9a-fA-F]{4}/.exec(body.slice(at + 2, at + 6))?.[0];
      if (digits === undefined) {
        const found = body.slice(at, at + 6);
        report(at, at + found.length, `bad escape "${found}": \\u takes four hexadecimal digits`);
        copied = at + 2;
        continue;
      }
      decoded += String.fromCharCode(parseInt(digits, 16));
      copied = at + 6;
    } else {
      const character = SIMPLE.get(escape);
      if (character === undefined) report(at, at + 2, `unknown escape "\\${escape}" in a string`);
      decoded += character ?? escape;
      copied = at + 2;
    }
  }
  return decoded + body.slice(copied);
}
