export interface ResourceGeneratorSchema {
  /** Name of the model class. Default: that of `model`; else the user chooses. */
  readonly name?: string;
  /** Project to add the resource to. Default: the only one with a config; else the user chooses. */
  readonly project?: string;
  /** Fields beside the key of a new model: `number:str paid_at:datetime?`. Default `name:str`. */
  readonly fields?: string;
  /** What the API offers. Default: all that it knows. */
  readonly operations?: readonly string[];
  /** Dotted path of an existing model class. Default: the one of that name that the project has, else a new one in `models/`. */
  readonly model?: string;
  /** Generate tests of the resource. Default true. */
  readonly tests?: boolean;
  /** Do not format the changed files. Default false. */
  readonly skipFormat?: boolean;
}
