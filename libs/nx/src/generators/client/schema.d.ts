export interface ClientGeneratorSchema {
  /** Project with the config of the API. Default: the only one with a config. */
  readonly project?: string;
  /** Folder of the library. Default: `libs/<project>-client`. */
  readonly directory?: string;
  /** Queries and mutations for TanStack Query of a framework. */
  readonly query?: 'tanstack-react' | 'tanstack-vue' | 'tanstack-solid' | 'tanstack-svelte';
  /** Schemas of requests. */
  readonly validation?: 'zod';
  /** Leave `package.json` as it is. Default false. */
  readonly skipPackageJson?: boolean;
  /** Do not format the changed files. Default false. */
  readonly skipFormat?: boolean;
}
