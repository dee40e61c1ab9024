export interface CodegenGeneratorSchema {
  /** Project to generate. Default: the only one with a config; else the user chooses. */
  readonly project?: string;
}
