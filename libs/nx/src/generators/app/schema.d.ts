export interface AppGeneratorSchema {
  /** Name of the project. */
  readonly name: string;
  /** Folder of the project, relative to the workspace root. Default `apps/<name>`. */
  readonly directory?: string;
  /** Python module that the routes are generated into. Default: the name in snake case. */
  readonly module?: string;
  /** Language of the config. Default `jsonnet`. */
  readonly format?: 'jsonnet' | 'json';
  /** What installs and runs the Python packages. Default: uv where the workspace has it, or where it is installed. */
  readonly python?: 'uv' | 'pip';
  /** What changes the tables of the models. Default `none`. */
  readonly migrations?: 'alembic' | 'none';
  /** Write a Dockerfile, and add the target `container`, which builds it. Default false. */
  readonly docker?: boolean;
  /** Tags of the project, separated by commas. Default: lang:python,type:service,scope:<module>. */
  readonly tags?: string;
  /** Leave `package.json` as it is. Default false. */
  readonly skipPackageJson?: boolean;
  /** Do not format the changed files. Default false. */
  readonly skipFormat?: boolean;
}
