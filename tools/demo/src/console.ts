import { stdout } from 'node:process';

import { compactJson } from './compact-json.js';

const colourful = stdout.isTTY && !process.env['NO_COLOR'];
const paint = (code: number) => (text: string) =>
  colourful ? `\u001b[${code}m${text}\u001b[0m` : text;

const bold = paint(1);
const dim = paint(2);
const cyan = paint(36);

/** Prints the heading of one step of the tour. */
export function heading(text: string): void {
  console.log(`\n${bold(text)}`);
}

/** Prints a line of what happens meanwhile. */
export function note(text: string): void {
  console.log(dim(`  ${text}`));
}

/** Prints a request, and who sends it. */
export function showRequest(
  method: string,
  path: string,
  body: unknown,
  user: string | undefined,
  conditions: Readonly<Record<string, string>>,
): void {
  const who = user === undefined ? '' : `${bold(user)}: `;
  const what = body === undefined ? '' : ` ${shorten(body)}`;
  const asked = Object.entries(conditions).map(([name, value]) => dim(`  ${name}: ${value}`));
  console.log(`\n  ${who}${cyan(`${method} ${path}`)}${what}${asked.join('')}`);
}

/** Prints an answer. */
export function showAnswer(status: number, headers: readonly string[], body: unknown): void {
  console.log(`  ${bold(String(status))}${headers.map((header) => dim(`  ${header}`)).join('')}`);
  if (body === undefined) return;
  console.log(`    ${compactJson(body, WIDTH).replaceAll('\n', '\n    ')}`);
}

const WIDTH = 100;

function shorten(body: unknown): string {
  return body instanceof URLSearchParams ? body.toString() : compactJson(body, Infinity);
}
