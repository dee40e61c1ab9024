import type { EvaluateOptions, ImportKind, ImportedFile } from './api.js';
import { Compiler } from './compile/compiler.js';
import type { Program } from './compile/program.js';
import { didYouMean } from './did-you-mean.js';
import { Fault } from './errors.js';
import { Files } from './files.js';
import { resolve } from './resolve/resolve.js';
import { callWith } from './runtime/call.js';
import { traced } from './runtime/budget.js';
import { objectOf } from './runtime/native-object.js';
import type { ObjectValue } from './runtime/object.js';
import { RUNNING, Thunk, force } from './runtime/thunk.js';
import type { Code, Slot, Value } from './runtime/value.js';
import { Body, NativeFunction, isFunction } from './runtime/value.js';
import type { Span } from './source.js';
import { SourceFile } from './source.js';
import type { Builtin } from './std/builtin.js';
import { builtin, lazy, string } from './std/builtin.js';
import { byteValues } from './std/encoding.js';
import { library } from './std/library.js';
import { fromData } from './std/parse-json.js';
import { parse } from './syntax/parse.js';

/** One run of a program: its files, its external variables, and the standard library it sees. */
export class Evaluation implements Program {
  readonly rootSpan: Span;
  readonly #options: EvaluateOptions;
  readonly #files: Files;
  readonly #root: SourceFile;
  readonly #values = new Map<SourceFile, Thunk>();
  readonly #libraries = new Map<SourceFile, ObjectValue>();
  readonly #external = new Map<string, Slot>();
  readonly #own: ReadonlyMap<string, Builtin>;

  constructor(source: string, options: EvaluateOptions) {
    this.#options = options;
    this.#root = new SourceFile(options.filename, source);
    this.#files = new Files(this.#root, options.resolve);
    this.rootSpan = { file: this.#root, start: 0, end: source.trimEnd().length };
    for (const [name, value] of Object.entries(options.extVars ?? {})) {
      this.#external.set(name, new Thunk(new Body(() => fromData(value)), []));
    }
    for (const [name, code] of Object.entries(options.extCode ?? {})) {
      this.#external.set(name, this.#later(new SourceFile(`<extCode ${name}>`, code)));
    }
    this.#own = new Map(
      [
        builtin('extVar', [string('x')], (name) => this.#externalVariable(name)),
        builtin('native', [string('name')], () => null),
        builtin('trace', [string('str'), lazy('rest')], (message, rest) => {
          options.trace?.(message);
          return force(rest);
        }),
      ].map((own) => [own.name, own]),
    );
  }

  get imports(): readonly ImportedFile[] {
    return this.#files.imports;
  }

  source(path: string): string | undefined {
    return this.#files.source(path);
  }

  /** The program's value; when that is a function, what it returns for the top-level arguments. */
  result(): Value {
    const value = this.#fileValue(this.#root);
    const { tlas = {}, tlaCode = {} } = this.#options;
    const given = new Map<string, Slot>();
    for (const [name, argument] of Object.entries(tlas)) given.set(name, fromData(argument));
    for (const [name, code] of Object.entries(tlaCode)) {
      given.set(name, this.#later(new SourceFile(`<tlaCode ${name}>`, code)));
    }
    if (!isFunction(value)) return value;
    try {
      return callWith(value, [], given);
    } catch (error) {
      throw traced(error, 'the call with the top-level arguments', this.rootSpan);
    }
  }

  import(form: ImportKind, specifier: string, importer: SourceFile, span: Span): Value {
    const found = this.#files.import(form, specifier, importer, span);
    if (form === 'importstr') return found.text(span);
    try {
      if (form === 'importbin') return byteValues(found.bytes());
      return this.#fileValue(found.source(span), span);
    } catch (error) {
      throw traced(error, `import of ${JSON.stringify(specifier)}`, span);
    }
  }

  builtin(name: string): Builtin | undefined {
    return this.#own.get(name) ?? library.get(name);
  }

  standardLibrary(file: SourceFile): ObjectValue {
    let made = this.#libraries.get(file);
    if (!made) {
      const functions = [...library.values(), ...this.#own.values()].map(
        (own) => [own.name, new NativeFunction(own), '::'] as const,
      );
      made = objectOf([...functions, ['pi', Math.PI, '::'], ['thisFile', file.path, '::']]);
      this.#libraries.set(file, made);
    }
    return made;
  }

  #fileValue(file: SourceFile, span?: Span): Value {
    let thunk = this.#values.get(file);
    if (!thunk) this.#values.set(file, (thunk = this.#later(file)));
    if (thunk.body === RUNNING) {
      throw new Fault('import', `import cycle: ${file.path} needs its own value`, span);
    }
    return force(thunk);
  }

  #later(file: SourceFile): Thunk {
    const body = Body.compiledLate(() => this.#compile(file));
    return new Thunk(body, [undefined]);
  }

  #compile(file: SourceFile): Code {
    const parsed = parse(file);
    const faults: Fault[] = 'faults' in parsed ? [...parsed.faults] : [];
    if ('tree' in parsed) resolve(file, parsed.tree, faults);
    const [first, ...others] = faults;
    if (first) {
      for (const other of others) first.related.push(other);
      throw first;
    }
    return new Compiler(file, this).compile(
      (parsed as { tree: Parameters<Compiler['compile']>[0] }).tree,
    );
  }

  #externalVariable(name: string): Value {
    const slot = this.#external.get(name);
    if (slot !== undefined) return force(slot);
    const names = [...this.#external.keys()];
    const hint =
      didYouMean(name, names) ??
      (names.length === 0 ? 'none were given' : `given are ${names.sort().join(', ')}`);
    throw new Fault('value', `there is no external variable "${name}"`, undefined, hint);
  }
}
