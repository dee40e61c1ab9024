import type { ImportKind, ImportedFile, Resolver } from './api.js';
import { Fault } from './errors.js';
import type { Span } from './source.js';
import { SourceFile } from './source.js';

/** A file that an import found, in the forms that imports take. */
export class FoundFile {
  readonly path: string;
  readonly #contents: string | Uint8Array;
  #source: SourceFile | undefined;

  constructor(path: string, contents: string | Uint8Array) {
    this.path = path;
    this.#contents = contents;
  }

  bytes(): Uint8Array {
    return typeof this.#contents === 'string'
      ? new TextEncoder().encode(this.#contents)
      : this.#contents;
  }

  /** @throws a fault at `span` when the bytes are not UTF-8 */
  text(span: Span): string {
    return this.source(span).text;
  }

  source(span: Span): SourceFile {
    return (this.#source ??= new SourceFile(this.path, this.#decode(span)));
  }

  /** The text if it was asked for before. */
  get knownText(): string | undefined {
    return this.#source?.text ?? (typeof this.#contents === 'string' ? this.#contents : undefined);
  }

  #decode(span: Span): string {
    if (typeof this.#contents === 'string') return this.#contents;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.#contents);
    } catch {
      const problem = `${this.path} is not valid UTF-8`;
      throw new Fault('import', problem, span, 'importbin reads a file of any bytes');
    }
  }
}

/** The files of an evaluation: found through the caller's resolver, each read once. */
export class Files {
  readonly imports: ImportedFile[] = [];
  readonly #root: SourceFile;
  readonly #resolver: Resolver | undefined;
  readonly #byPath = new Map<string, FoundFile>();
  readonly #byImport = new Map<string, FoundFile>();

  constructor(root: SourceFile, resolver: Resolver | undefined) {
    this.#root = root;
    this.#resolver = resolver;
  }

  source(path: string): string | undefined {
    return path === this.#root.path ? this.#root.text : this.#byPath.get(path)?.knownText;
  }

  import(kind: ImportKind, specifier: string, importer: SourceFile, span: Span): FoundFile {
    const key = `${importer.path}\0${specifier}`;
    const known = this.#byImport.get(key);
    if (known) return known;
    const { path, contents } = this.#resolve(specifier, importer.path, span);
    let file = this.#byPath.get(path);
    if (!file) {
      file = new FoundFile(path, contents);
      this.#byPath.set(path, file);
      this.imports.push({ path, kind });
    }
    this.#byImport.set(key, file);
    return file;
  }

  #resolve(specifier: string, importer: string, span: Span): NonNullable<ReturnType<Resolver>> {
    const name = JSON.stringify(specifier);
    if (!this.#resolver) {
      throw new Fault('import', `cannot import ${name}: this evaluation has no resolver`, span);
    }
    let found: ReturnType<Resolver>;
    try {
      found = this.#resolver(specifier, importer);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const fault = new Fault('import', `cannot import ${name}: ${reason}`, span);
      fault.cause = error;
      throw fault;
    }
    if (!found) throw new Fault('import', `cannot import ${name}: there is no such file`, span);
    return found;
  }
}
