import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { text, unquoted } from '@rowhouse/errors';
import type * as jsoncParser from 'jsonc-parser';

import { pathOfBuilt } from '../build/index.js';
import { jsonnetText } from '../config/jsonnet-text.js';
import { valueAt, type LoadedConfig } from '../config/index.js';
import { CommandError } from '../errors/errors.js';
import type { EjectedPiece } from '../target/ejection.js';
import type { ConfigPath } from '../target/scope.js';

/** What an entry of a config is to say from now on. */
export interface EntryChange {
  /** Where the entry stands: `codegen.config.jsonnet:12:9`. */
  readonly place: string;
  readonly path: ConfigPath;
  /** The keys that it gets. */
  readonly keys: Readonly<Record<string, unknown>>;
  /** What to write, in Jsonnet: the whole entry where it is a name, else the keys that it gets. */
  readonly line: string;
  /** Whether the entry is but a name now. */
  readonly isName: boolean;
}

/** How the config takes a piece over. */
export function entryChange(config: LoadedConfig, { of, keys }: EjectedPiece): EntryChange {
  const { instance, entry } = of;
  const path = pathOfBuilt(config.value, of);
  const isOwn = instance.path.every((step, index) => path[index] === step);
  const value = valueAt(config.value, path);
  if (!isOwn || entry === undefined || value === undefined) {
    const message = text`${unquoted(instance.label)} inherits its operations from the config around it`;
    const fix = text`Add ${'operations'} to the resource, so that other resources do not change.`;
    throw new CommandError([{ code: 'cannot-eject', message, fix }]);
  }
  const isName = typeof value === 'string';
  const whole = jsonnetText(isName ? { name: value, ...keys } : keys);
  const line = isName ? whole : whole.slice('{ '.length, -' }'.length);
  const found = config.locate(path, 'value');
  const place = found ? `${found.file}:${found.line}:${found.column}` : config.path;
  return { place, path, keys, line, isName };
}

/**
 * The text of a config with a change.
 *
 * @throws CommandError where the config is not plain JSON: what it says may come from anywhere.
 */
export function writeEntry(
  { path: file }: LoadedConfig,
  { path, keys, isName }: EntryChange,
): string {
  const source = readFileSync(file, 'utf8');
  if (!isJson(source)) {
    const message = text`--write only changes configs in plain JSON, and this one is Jsonnet`;
    const fix = 'Omit --write: the command then prints what to add, and where.';
    throw new CommandError([{ code: 'cannot-eject', message, fix }]);
  }
  const { applyEdits, modify } = createRequire(import.meta.url)(
    'jsonc-parser',
  ) as typeof jsoncParser;
  const indent = /\n(\s+)\S/.exec(source)?.[1] ?? '  ';
  const formattingOptions = { insertSpaces: !indent.includes('\t'), tabSize: indent.length };
  const name: unknown = isName ? valueAt(JSON.parse(source), path) : undefined;
  const changes: readonly (readonly [ConfigPath, unknown])[] = isName
    ? [[path, { name, ...keys }]]
    : Object.entries(keys).map(([key, value]) => [[...path, key], value]);
  return changes.reduce(
    (made, [place, value]) =>
      applyEdits(made, modify(made, [...place], value, { formattingOptions })),
    source,
  );
}

function isJson(source: string): boolean {
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
}
