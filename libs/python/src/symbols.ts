import { isKeyword } from './keywords.js';

/**
 * Something that Python code refers to. In a template string or an EJS hole it becomes a reference,
 * a piece of text that `assembleModule` later replaces by the name that the symbol has in that module.
 */
export interface PythonSymbol {
  /** Dotted module; undefined for a local variable. */
  readonly module: string | undefined;
  /** The member of the module; undefined for the module itself. */
  readonly name: string | undefined;
  /** The name that it gets where its own is taken; empty for one that is made of its own. */
  readonly alias: string;
  /** Whether it is code of the project, whose imports come last. */
  readonly firstParty: boolean;
  /** The reference, for use in a text. */
  toString(): string;
}

/** A member of a module, imported by its name: `symbol('sqlalchemy', 'select')` is `select`. */
export function symbol(module: string, name: string, alias = ''): PythonSymbol {
  return make({ module, name, alias, firstParty: false });
}

/** What a dotted path to code of the project refers to: `blog.models.Article` is `Article`, imported from `blog.models`. */
export function dottedSymbol(path: string, alias = ''): PythonSymbol {
  const dot = path.lastIndexOf('.');
  if (dot < 0) throw new TypeError(`Expected a dotted path, not ${JSON.stringify(path)}.`);
  return make({ module: path.slice(0, dot), name: path.slice(dot + 1), alias, firstParty: true });
}

/** An imported module: `${moduleSymbol('uuid')}.UUID` is `uuid.UUID`. */
export function moduleSymbol(module: string, firstParty = false): PythonSymbol {
  return make({ module, name: undefined, alias: '', firstParty });
}

/** A built-in: `builtin('list')` is `list`, or `builtins.list` where the module gives `list` another meaning. */
export function builtin(name: string): PythonSymbol {
  return symbol('builtins', name);
}

/** A local variable or a parameter: gets another name where its own would hide something. */
export function local(name: string): PythonSymbol {
  return make({ module: undefined, name, alias: '', firstParty: false });
}

/*
 * A reference is `module:name:alias:firstParty` between the two control characters for private use, which
 * `literal`, `docstring` and `comment` escape: no value of a config can make one. They are of Latin 1,
 * as nearly all code is: one character beyond that doubles the memory of a text and of its parts.
 */
export const openReference = '\u{91}';
export const closeReference = '\u{92}';

/** Cuts a text at its references: text and reference by turns, text first and last. */
export function splitReferences(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (;;) {
    const open = text.indexOf(openReference, start);
    const end = open < 0 ? 0 : text.indexOf(closeReference, open) + 1;
    if (end === 0) break;
    parts.push(text.slice(start, open), text.slice(open, end));
    start = end;
  }
  parts.push(text.slice(start));
  return parts;
}

const wholeReference = new RegExp(`^${openReference}[\\w.]*:\\w*:\\w*:[01]${closeReference}$`);

/** What a text refers to, each as often as it does. */
export function symbolsIn(text: string): readonly PythonSymbol[] {
  const found: PythonSymbol[] = [];
  let open = text.indexOf(openReference);
  while (open >= 0) {
    const end = text.indexOf(closeReference, open) + 1;
    if (end === 0) break;
    found.push(readReference(text.slice(open, end)));
    open = text.indexOf(openReference, end);
  }
  return found;
}

/** A text with the plain names of what it refers to, for people to read. */
export function withPlainNames(
  text: string,
  plain: (symbol: PythonSymbol) => string = ({ module, name }) => name ?? module!,
): string {
  const parts = splitReferences(text).map((part, index) =>
    index % 2 === 0 ? part : plain(readReference(part)),
  );
  return parts.join('');
}

function make(parts: Omit<PythonSymbol, 'toString'>): PythonSymbol {
  const { module = '', name = '', alias, firstParty } = parts;
  const text = `${openReference}${module}:${name}:${alias}:${firstParty ? 1 : 0}${closeReference}`;
  const known = symbols.get(text);
  if (known !== undefined) return known;
  if (!wholeReference.test(text) || (module !== '' && isKeyword(name))) {
    throw new TypeError(`${JSON.stringify(`${module}.${name}`)} is not a Python name.`);
  }
  const made = new Reference(module || undefined, name || undefined, alias, firstParty, text);
  symbols.set(text, made);
  return made;
}

/** Those that were made, by their references: each is asked for by many modules, and read back in each. */
const symbols = new Map<string, PythonSymbol>();

class Reference implements PythonSymbol {
  constructor(
    readonly module: string | undefined,
    readonly name: string | undefined,
    readonly alias: string,
    readonly firstParty: boolean,
    private readonly text: string,
  ) {}

  toString(): string {
    return this.text;
  }
}

/** The symbol of a reference, also of one that another copy of this package made. */
export function readReference(text: string): PythonSymbol {
  const made = symbols.get(text);
  if (made !== undefined) return made;
  const [module, name, alias = '', firstParty] = text.slice(1, -1).split(':');
  return make({ module, name, alias, firstParty: firstParty === '1' });
}
