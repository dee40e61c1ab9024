import type { WriteStream } from 'node:tty';

/** Paints text for a terminal; leaves it as it is elsewhere, and when `NO_COLOR` is set. */
export interface Painter {
  green(text: string): string;
  yellow(text: string): string;
  red(text: string): string;
  dim(text: string): string;
  /** A text that leads to a page, on terminals that have links; on others, it is the text alone. */
  link(text: string, url: string): string;
}

/** The painter for a stream. `FORCE_COLOR` paints a pipe too. */
export function painterFor(stream: Pick<WriteStream, 'isTTY'>): Painter {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  const forced = FORCE_COLOR !== undefined && FORCE_COLOR !== '0';
  const colored = !NO_COLOR && (forced || (stream.isTTY && TERM !== 'dumb'));
  const paint = (code: number) => (text: string) =>
    colored ? `\u001B[${code}m${text}\u001B[0m` : text;
  const link = (text: string, url: string) =>
    colored ? `\u001B]8;;${url}\u001B\\${text}\u001B]8;;\u001B\\` : text;
  return { red: paint(31), green: paint(32), yellow: paint(33), dim: paint(2), link };
}
