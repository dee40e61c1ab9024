export interface SchemaGeneratorSchema {
  /** Project to add the tables to. Default: the only one with Python. */
  readonly project?: string;
  /** Where the SQLAlchemy models are written, relative to the project. */
  readonly models?: string;
  /** Leave `package.json` as it is. Default false. */
  readonly skipPackageJson?: boolean;
  /** Do not format the changed files. Default false. */
  readonly skipFormat?: boolean;
}
