/**
 * Something that Python code refers to. An operation names what its output uses; the file that the
 * output lands in decides how to import it and what to call it there.
 */
export interface PythonSymbol {
  readonly symbol: 'member' | 'attribute' | 'builtin';
  /** Dotted module; `builtins` for a built-in. */
  readonly module: string;
  readonly name: string;
  /** Whether it belongs to the project: generated code, models, the user's functions. */
  readonly own: boolean;
  /** What to call it where its name says too little, such as `router`. */
  readonly local?: string;
}

/** A member that is imported by its name: `symbol('sqlalchemy', 'select')` is `select`. */
export function symbol(module: string, name: string): PythonSymbol {
  return { symbol: 'member', module, name, own: false };
}

/** A member that is read from its module: `attribute('datetime', 'date')` is `datetime.date`. */
export function attribute(module: string, name: string): PythonSymbol {
  return { symbol: 'attribute', module, name, own: false };
}

/** One of Python's built-ins: `builtin('str')` is `str`, unless something hides it. */
export function builtin(name: string): PythonSymbol {
  return { symbol: 'builtin', module: 'builtins', name, own: false };
}

/** A member of one of the project's own modules, imported by its name or as `local`. */
export function ownSymbol(module: string, name: string, local?: string): PythonSymbol {
  return { symbol: 'member', module, name, own: true, ...(local !== undefined && { local }) };
}

/** What a dotted path of a config refers to: `blog.models.Article`. */
export function dottedSymbol(path: string): PythonSymbol {
  const dot = path.lastIndexOf('.');
  return ownSymbol(path.slice(0, dot), path.slice(dot + 1));
}

/** Whether a value is a symbol, rather than data. */
export function isSymbol(value: unknown): value is PythonSymbol {
  return typeof value === 'object' && value !== null && 'symbol' in value && 'module' in value;
}
