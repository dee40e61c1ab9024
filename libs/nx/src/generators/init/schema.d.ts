export interface InitGeneratorSchema {
  /** Commit the generated code, and let `nx sync` keep it up to date. Default false. */
  readonly sync?: boolean;
  /** Leave `package.json` as it is. Default false. */
  readonly skipPackageJson?: boolean;
  /** Do not format the changed files. Default false. */
  readonly skipFormat?: boolean;
}
