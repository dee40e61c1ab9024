export interface CodegenGeneratorSchema {
  /** Project to generate. */
  readonly project: string;
}
