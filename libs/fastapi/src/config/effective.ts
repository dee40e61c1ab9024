import type { ConfigPath, OperationEntry } from '@rowhouse/core';

import { isRecord } from './rule.js';
import type { AppConfig, Config } from './schema.js';

/** A part of a config that says what holds inside it, parsed or as it is written. */
interface Block {
  readonly auth?: object | null | undefined;
  readonly databases?: readonly unknown[] | undefined;
  readonly operations?: readonly unknown[] | undefined;
  readonly resources?: readonly (object | undefined)[] | undefined;
}

type Item<List> = NonNullable<NonNullable<List> extends readonly (infer Each)[] ? Each : never>;

/** An app with what holds for it, its own or the project's, and where that stands. */
export interface EffectiveApp<App extends Block = AppConfig, Entry = ParsedEntry> {
  readonly config: App;
  readonly prefix: string;
  readonly path: ConfigPath;
  readonly auth: NonNullable<App['auth']> | undefined;
  readonly databases: App['databases'];
  /** What resources without operations of their own take over. */
  readonly operations: readonly Listed<Entry>[];
  readonly resources: readonly EffectiveResource<Item<App['resources']>, Entry>[];
  /** The paths of the blocks in the config. */
  readonly at: Readonly<Record<BlockKey, ConfigPath>>;
}

type BlockKey = 'auth' | 'databases';

/** A resource with its operations, its own or those handed down. */
export interface EffectiveResource<Resource = Item<AppConfig['resources']>, Entry = ParsedEntry> {
  readonly config: Resource;
  readonly path: ConfigPath;
  readonly entries: readonly EffectiveEntry<Entry>[];
}

/** An operation of a list, and where it is written. */
export type Listed<Entry> = Entry & { readonly path: ConfigPath };

/** An operation of a resource. */
export type EffectiveEntry<Entry = ParsedEntry> = Listed<Entry> & {
  /** Where it is told of: what is handed down, at the resource that it does not fit. */
  readonly at: (...below: ConfigPath) => ConfigPath;
};

/** An operation once it is parsed; without options, where they are broken. */
interface ParsedEntry extends Pick<OperationEntry, 'name' | 'operation'> {
  readonly entry: OperationEntry;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The apps of a parsed config. Parts of it may be broken still. */
export function effectiveApps(config: Config): readonly EffectiveApp[] {
  const { apps } = inherited<AppConfig, ParsedEntry>(config as Whole<AppConfig>, (value) => {
    if (!isRecord(value)) return undefined;
    const entry = value as unknown as OperationEntry;
    const { name, operation, options } = entry;
    return { entry, name, operation, options: isRecord(options) ? options : {} };
  });
  return apps;
}

/** A whole config: that of an app by itself, or of several. */
type Whole<App> = App & {
  readonly apps?: readonly (
    { config?: App | undefined; prefix?: string | undefined } | undefined
  )[];
};

/** Reads an entry of `operations`. */
type Read<Entry> = (entry: unknown, path: ConfigPath) => Entry | undefined;

/**
 * The apps of a config, and the operations that it says for all of them; one without `apps` is an app by itself. A part
 * of another shape than the schema asks for is as if left out, so that nobody needs to look.
 */
export function inherited<App extends Block, Entry>(config: Whole<App>, read: Read<Entry>) {
  const operations = listed(config, [], read);
  if (config.apps === undefined) {
    return { apps: [effective(config, config, '', [], operations, read)], operations };
  }
  const apps = listOf(config.apps).flatMap((app, index) => {
    if (!isRecord(app) || !isRecord(app.config)) return [];
    const own = app.config as App;
    const path = ['apps', index, 'config'];
    const inside = own.operations ? listed(own, path, read) : operations;
    return effective(config, own, app.prefix ?? '', path, inside, read);
  });
  return { apps, operations };
}

/** The operations that a block says itself, each read once. */
function listed<Entry>({ operations }: Block, path: ConfigPath, read: Read<Entry>) {
  return listOf(operations).flatMap((each, index): Listed<Entry> | [] => {
    const place = [...path, 'operations', index];
    const entry = read(each, place);
    return entry === undefined ? [] : { ...entry, path: place };
  });
}

function effective<App extends Block, Entry>(
  outer: App,
  config: App,
  prefix: string,
  path: ConfigPath,
  operations: readonly Listed<Entry>[],
  read: Read<Entry>,
): EffectiveApp<App, Entry> {
  const databases = configured(config.databases);
  const placeOf = (block: BlockKey, isOwn = config[block] !== undefined) =>
    isOwn ? [...path, block] : [block];
  return {
    config,
    prefix,
    path,
    auth: (config.auth === undefined ? outer.auth : config.auth) ?? undefined,
    databases: databases ?? configured(outer.databases),
    operations,
    resources: listOf(config.resources).flatMap((each, index) => {
      if (!isRecord(each)) return [];
      const resource = each as Item<App['resources']> & Block;
      const place = [...path, 'resources', index];
      const own = resource.operations && listed(resource, place, read);
      const entries = (own ?? operations).map((entry) => ({
        ...entry,
        at: (...below: ConfigPath) => (own ? [...entry.path, ...below] : place),
      }));
      return { config: resource, path: place, entries };
    }),
    at: {
      auth: placeOf('auth'),
      databases: placeOf('databases', databases !== undefined),
    },
  };
}

/** A list that may be broken. */
function listOf<T>(list: readonly T[] | undefined): readonly T[] {
  return Array.isArray(list) ? list : [];
}

/** An empty list of databases says as much as none. */
function configured<List extends readonly unknown[] | undefined>(
  databases: List,
): List | undefined {
  return Array.isArray(databases) && databases.length === 0 ? undefined : databases;
}
