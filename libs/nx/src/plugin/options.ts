/** Options of the plugin in `nx.json`. */
export interface RowhousePluginOptions {
  /** Name of the target that generates. Default `codegen`. */
  readonly codegenTargetName?: string;
  /** Name of the target that deletes what was generated. Default `codegen-clean`. */
  readonly cleanTargetName?: string;
  /** Name of the target that checks config and committed output. Default `codegen-validate`. */
  readonly validateTargetName?: string;
  /** Name of the target that regenerates on every change. Default `codegen-watch`. */
  readonly watchTargetName?: string;
  /** Name of the target that writes the OpenAPI document. Default `openapi`. */
  readonly openapiTargetName?: string;
  /** Name of the target that runs each file of tests as a task of its own, such as `test-ci`. Default: none. */
  readonly testCiTargetName?: string;
  /**
   * The `package_prefix` of configs that do not write it as a string literal. Without it their
   * targets are not cached, since their outputs cannot be told without evaluating.
   */
  readonly packagePrefix?: string;
}

/** The names of the inferred targets. */
export interface TargetNames {
  readonly codegen: string;
  readonly clean: string;
  readonly validate: string;
  readonly watch: string;
  readonly openapi: string;
  readonly testCi: string | undefined;
}

/** Applies the defaults. */
export function targetNames(options: RowhousePluginOptions = {}): TargetNames {
  return {
    codegen: options.codegenTargetName ?? 'codegen',
    clean: options.cleanTargetName ?? 'codegen-clean',
    validate: options.validateTargetName ?? 'codegen-validate',
    watch: options.watchTargetName ?? 'codegen-watch',
    openapi: options.openapiTargetName ?? 'openapi',
    testCi: options.testCiTargetName,
  };
}
