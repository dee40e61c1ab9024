import { text } from '@rowhouse/errors';

import { SchemaValidationError } from '../errors/errors.js';

import { discoverExtensions } from '../extensions/discover.js';
import type { Extension, ProjectConfig, ResolvedExtension } from '../extensions/extension.js';
import { callHook } from '../extensions/hooks.js';
import { resolveExtensions } from '../extensions/resolve.js';
import * as kinds from '../options/kinds.js';
import { requireArgument, requireOptions, type Kinds } from '../options/require-options.js';
import type { Plugin } from '../plugins/plugin.js';

export interface SchemaConfigOptions<P extends Plugin = Plugin> {
  /** Whether installed packages may bring extensions by themselves. Default: true. */
  readonly autoDiscover?: boolean;
  /**
   * Directory of the project whose dependencies are searched for extensions.
   * Default: the current directory.
   */
  readonly projectRoot?: string;
  /** Plugins of every table made with this config, after those of the extensions. */
  readonly plugins?: readonly P[];
}

const OPTIONS: Kinds<SchemaConfigOptions> = {
  autoDiscover: kinds.boolean,
  projectRoot: kinds.string,
  plugins: kinds.plugins,
};

/**
 * What the tables of a project have in common: its extensions and plugins.
 *
 * @example
 * const config = new SchemaConfig().use(new RestExtension());
 *
 * @typeParam P The plugins that each table gets, so that its type has their columns.
 */
export class SchemaConfig<P extends Plugin = Plugin> implements ProjectConfig {
  readonly #options: SchemaConfigOptions<P>;
  readonly #manual: Extension[] = [];
  #resolved: readonly ResolvedExtension[] | undefined;
  #plugins: readonly Plugin[] | undefined;
  /** Only for the type checker: the plugins' types. */
  declare readonly pluginTypes?: P;

  constructor(options: SchemaConfigOptions<P> = {}) {
    requireOptions('SchemaConfig', options, OPTIONS);
    this.#options = options;
  }

  /**
   * Registers an extension; it wins over a discovered one of the same name. Calls chain.
   *
   * @throws SchemaValidationError when it is no extension, when another instance of that name is
   * registered, or when the extensions are in use already, that is after the first table or view.
   */
  use<E extends Extension>(extension: E): SchemaConfig<P | ReturnType<E['plugins']>[number]> {
    requireExtension(extension);
    if (this.#resolved) {
      throw new SchemaValidationError([
        {
          code: 'late-extension',
          message: text`use() of extension ${extension.name} was called after the first table or view was defined with this config`,
          fix: 'Call use() before you define tables and views.',
        },
      ]);
    }
    if (!this.#manual.includes(extension)) this.#manual.push(extension);
    return this as SchemaConfig<P | ReturnType<E['plugins']>[number]>;
  }

  /**
   * The registered and discovered extensions, dependencies first. Resolved once.
   *
   * @throws SchemaValidationError when a dependency is missing, a name is taken twice, dependencies
   * form a cycle, or an extension refuses its peers.
   */
  extensions(): readonly ResolvedExtension[] {
    this.#resolved ??= this.#resolve();
    return this.#resolved;
  }

  /** The extension of that name, if registered. */
  extension(name: string): ResolvedExtension | undefined {
    return this.extensions().find((resolved) => resolved.name === name);
  }

  /** The plugins of every table: those of the extensions, then the config's own. */
  plugins(): readonly Plugin[] {
    this.#plugins ??= [
      ...this.extensions().flatMap((resolved) =>
        callHook(resolved, 'plugins', () => [...resolved.extension.plugins()]),
      ),
      ...(this.#options.plugins ?? []),
    ];
    return this.#plugins;
  }

  #resolve(): readonly ResolvedExtension[] {
    const { autoDiscover = true, projectRoot = process.cwd() } = this.#options;
    const resolved = resolveExtensions(
      this.#manual,
      autoDiscover ? discoverExtensions(projectRoot) : [],
    );
    const names = new Set(resolved.map(({ name }) => name));
    for (const one of resolved) callHook(one, 'validate', () => one.extension.validate(names));
    return resolved;
  }
}

/** @param extension A class in place of its instance is easily written. */
function requireExtension(extension: unknown): void {
  const isClass = typeof extension === 'function';
  const fix = isClass ? { fix: `Create it: use(new ${extension.name}()).` } : {};
  requireArgument('SchemaConfig', ['use'], extension, { ...kinds.extension, ...fix });
}
