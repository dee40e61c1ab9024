import { readFileSync } from 'node:fs';
import { createRequire, SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import type * as Jiti from 'jiti';

import { UserError } from '../errors/errors.js';
import type { Place } from '@rowhouse/errors';

/** One line of a stack trace. */
interface Frame {
  /** The function, where it has a name. */
  readonly caller: string | undefined;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * An error that was thrown by the user's own code, not here or in a package, with its place and the
 * frames in the user's files alone.
 *
 * @returns `undefined` for any other error.
 */
export function errorInUserCode(error: unknown): UserError | undefined {
  if (!(error instanceof Error)) return undefined;
  const frames = framesOf(rootCause(error));
  if (frames[0] === undefined || !isUsers(frames[0])) return undefined;
  const [place, ...places] = frames.filter(isUsers).map(placeOf);
  const trace = places.map(({ caller, file, line, column }) => {
    const at = [file, line, ...(column === undefined ? [] : [column])].join(':');
    return caller === undefined ? `at ${at}` : `at ${caller} (${at})`;
  });
  const message = error.cause === undefined ? String(error) : error.message;
  return new UserError([{ code: 'error-in-code', place: place!, message, trace }], {
    cause: error,
  });
}

/** A hook's error is wrapped in one that names the extension. */
function rootCause(error: Error): Error {
  return error.cause instanceof Error ? rootCause(error.cause) : error;
}

/** The frames with a file, not those of Node.js itself. */
function framesOf({ stack = '', message }: Error): Frame[] {
  const at = stack.indexOf(message);
  const lines = stack.slice(at < 0 ? 0 : at + message.length).split('\n');
  return lines.flatMap((text): Frame[] => {
    const match =
      /^ +at (?:(.+) \()?(?:async )?((?:file:\/\/|\/|[A-Za-z]:\\).+?):(\d+):(\d+)\)?$/.exec(text);
    if (!match) return [];
    const [, caller, file, line, column] = match;
    return [{ caller, file: file!, line: Number(line), column: Number(column) }];
  });
}

const OWN = dirname(createRequire(import.meta.url).resolve('@rowhouse/schema/package.json')) + sep;

function isUsers({ file }: Frame): boolean {
  const path = pathOf(file);
  return !path.startsWith(OWN) && !path.split(sep).includes('node_modules');
}

function pathOf(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : file;
}

/** The place in the file that the user wrote. */
function placeOf({ caller, file, line, column }: Frame): Place & Pick<Frame, 'caller'> {
  const path = pathOf(file);
  // What Node.js loads by itself is called by its URL, and runs as it stands.
  if (path !== file) return { caller, file: path, line, column };
  // The first line is shifted by what jiti puts around a module.
  return line === 1 ? { caller, file, line } : { caller, file, ...originOf(path, line, column) };
}

/** The line and column in TypeScript of a place in the JavaScript that was made of it. */
function originOf(filename: string, line: number, column: number): Pick<Place, 'line' | 'column'> {
  try {
    const { createJiti } = createRequire(import.meta.url)('jiti') as typeof Jiti;
    const code = createJiti(filename, { sourceMaps: true, fsCache: false }).transform({
      source: readFileSync(filename, 'utf8'),
      filename,
      ts: /\.[cm]?tsx?$/.test(filename),
      async: true,
    });
    const encoded = /\n\/\/# sourceMappingURL=data:[^,]*;base64,(\S+)\s*$/.exec(code)?.[1] ?? '';
    const payload = JSON.parse(Buffer.from(encoded, 'base64').toString()) as SourceMapPayload;
    const origin = new SourceMap(payload).findOrigin(line, column);
    if ('lineNumber' in origin) return { line: origin.lineNumber, column: origin.columnNumber };
  } catch {
    // Then the place is that in the JavaScript: on the same line, nearly always.
  }
  return { line, column };
}
