import { relative, resolve } from 'node:path';

import {
  didYouMean,
  text,
  unquoted,
  type ConfigPath,
  type Problem,
  type Surroundings,
} from '@rowhouse/core';
import {
  ModelReader,
  type AssociationFacts,
  type ColumnFacts,
  type ModelFacts,
  type Place,
  type Signature,
  type UnknownSignature,
} from '@rowhouse/sqlalchemy';

import { Absences, type Absence } from './absence.js';
import { isDotted, memberIn, moduleIn } from './dotted.js';
import { isFactsPath, NamedFacts } from './facts-file.js';
import { foldersAround, moduleOf, rootsOf } from './folders.js';
import { filesMatching } from './glob.js';
import { known } from './known.js';

/** A model, and what its source says. */
export interface Model {
  /** The path by which the config names it. */
  readonly path: string;
  readonly facts: ModelFacts;
  /** The attributes whose values are the user's, by the resource's `access`. */
  readonly stamped?: ReadonlySet<string>;
  /** The attribute with the time of a soft delete. */
  readonly deletedAt?: string;
}

/** Finds the models of a config, and remembers what it looked at. */
export class ModelSource {
  readonly #roots: readonly string[];
  readonly #modules: readonly string[];
  readonly #reader: ModelReader;
  /** Where the config names them: facts that the project's Python wrote, in place of the source of its models. */
  readonly #named: NamedFacts | undefined;
  /** Also reads what lies beside the modules. */
  #widerReader: ModelReader | undefined;
  readonly #absences: Absences;
  readonly #absent = new Set<string>();
  readonly #notes = new Set<string>();
  #configPaths: ReadonlyMap<string, string> | undefined;
  #tables: ReadonlyMap<string, readonly ModelFacts[]> | undefined;

  /**
   * @param models the paths of the models that the config names.
   * @param files where the config says that they are: paths from its folder, with wildcards.
   */
  constructor(
    readonly models: readonly string[],
    files: readonly string[],
    private readonly surroundings: Surroundings,
    private readonly report: (path: ConfigPath, problem: Problem) => void,
  ) {
    const { directory } = surroundings;
    const paths = files.flatMap((pattern, index) => this.#filesOf(pattern, index, files.length));
    this.#named = this.#namedFacts(paths);
    const named = paths.filter((path) => !isFactsPath(path));
    this.#roots = [
      ...new Set([...rootsOf(named, models), ...foldersAround(directory, surroundings.root)]),
    ];
    this.#modules = [
      ...(this.#named ? [] : models.filter(isDotted).map(moduleIn)),
      ...named.flatMap((file) => moduleOf(file, this.#roots) ?? []),
    ];
    // One may change what is known of another, whichever is asked for first.
    this.#reader = this.#makeReader();
    this.#absences = new Absences(this.#roots, surroundings);
  }

  /** What is known of a model by its path, or why nothing is. */
  find(path: string): Model | Absence {
    if (this.#named) return this.#findNamed(path, this.#named);
    const found = this.#reader.model(path);
    if (found.found) return { path, facts: this.#withKeyOfParent(found.facts) };
    if (found.missing === 'module') this.#expect(path);
    return this.#absences.of(path, found);
  }

  /** What is known of a model by its path, if anything is. */
  factsOf(path: string): ModelFacts | undefined {
    const found = this.find(path);
    return 'facts' in found ? found.facts : undefined;
  }

  #findNamed(path: string, { facts, file }: NamedFacts): Model | Absence {
    const found = facts.model(path);
    if (found.found) return { path, facts: this.#withKeyOfParent(found.facts) };
    const message = text`${unquoted(this.surroundings.display(file))} has no model ${path}`;
    const near = facts.paths.filter((each) => memberIn(each) === memberIn(path));
    const fix =
      didYouMean(path, near.length > 0 ? near : facts.paths) ?? text`Its models: ${facts.paths}.`;
    return { why: () => ({ message, fix }), isCertain: true, missing: 'class' };
  }

  /**
   * A model with what the modules beside it add to it, such as a backref. They are only read where a name is not
   * found, to tell whether it is wrong.
   */
  withNeighbours(model: Model): Model {
    if (this.#named) return model;
    if (this.#widerReader === undefined) {
      this.#widerReader = this.#makeReader();
      this.#widerReader.loadNeighbours(this.#modules);
    }
    const found = this.#widerReader.model(model.path);
    return found.found ? { ...model, facts: this.#withKeyOfParent(found.facts) } : model;
  }

  #makeReader(): ModelReader {
    const reader = new ModelReader({ roots: this.#roots, files: this.surroundings.files });
    reader.load(this.#modules);
    return reader;
  }

  /**
   * A key of joined inheritance is that of the parent's row: what makes the one makes the other. A class that shares
   * the table of its parent shares the key.
   */
  #withKeyOfParent(facts: ModelFacts): ModelFacts {
    const { inheritance } = facts;
    if (inheritance === null || inheritance.kind === 'concrete') return facts;
    const found = (this.#named?.facts ?? this.#reader).model(inheritance.parent);
    if (!found.found) return facts;
    const parent = this.#withKeyOfParent(found.facts);
    const columns = facts.columns.map((column) => {
      const targets = known(column.foreignKeys)?.map(({ target }) => known(target));
      const inherited = parent.columns.find(
        (each) =>
          known(each.primaryKey) === true &&
          (inheritance.kind === 'single'
            ? each.attribute === column.attribute
            : targets?.includes(nameIn(parent, each)) === true),
      );
      if (known(column.primaryKey) !== true || inherited === undefined) return column;
      const { default: initial, serverDefault, identity, autoincrement } = inherited;
      return { ...column, default: initial, serverDefault, identity, autoincrement };
    });
    return { ...facts, columns };
  }

  /** The models of the config that have a class name. */
  named(name: string): readonly string[] {
    return [...new Set(this.models.filter((each) => each.endsWith(`.${name}`)))];
  }

  /** The models of a table, of those in the modules that the config names models of. */
  ofTable(table: string): readonly ModelFacts[] {
    this.#tables ??= this.#readTables();
    return this.#tables.get(table) ?? [];
  }

  /** The path by which the config names a model, which may be another than the one it was found by. */
  configPath({ path, facts }: Model): string {
    this.#configPaths ??= new Map(
      this.models.flatMap((each) => {
        const found = this.find(each);
        return 'facts' in found ? [[found.facts.model, each] as const] : [];
      }),
    );
    return this.#configPaths.get(facts.model) ?? path;
  }

  /** A table between two models, by the path of its variable; undefined for anything else. */
  association(path: string): AssociationFacts | undefined {
    return this.#reader.association(path);
  }

  #readTables(): ReadonlyMap<string, readonly ModelFacts[]> {
    const tables = new Map<string, ModelFacts[]>();
    for (const module of new Set(this.models.map(moduleIn))) {
      for (const facts of (this.#named ?? this.#reader).module(module) ?? []) {
        const table = tableIn(facts);
        tables.set(table, [...(tables.get(table) ?? []), facts]);
      }
    }
    return tables;
  }

  /** The type that calling something by its path gives; undefined where its source does not tell. */
  returnType(path: string): string | undefined {
    const type = this.#reader.returnType(path);
    if (type !== undefined) return known(type);
    this.#expect(path);
    return undefined;
  }

  /** What an instance of a class has; undefined where its source does not tell. */
  attributes(path: string): readonly string[] | undefined {
    const names = this.#reader.attributes(path);
    if (names === undefined) this.#expect(path);
    return names;
  }

  /** The type of an attribute of a class; undefined where its source does not tell. */
  attributeType(path: string, name: string): string | undefined {
    return this.#reader.attributeType(path, name);
  }

  /** What a function takes, by its path; undefined where there is no such module or member. */
  signature(path: string): Signature | UnknownSignature | undefined {
    return this.#reader.signature(path);
  }

  /** Whether a module has a member by its path; undefined where that cannot be told. */
  hasMember(path: string): boolean | undefined {
    const isThere = this.#reader.hasMember(path);
    if (isThere !== undefined) return isThere;
    this.#expect(path);
    const module = moduleIn(path);
    if (module !== '' && !this.#reader.hasModule(module)) this.#absences.noteModule(path);
    return undefined;
  }

  /**
   * The place of a TypedDict that Pydantic does not take, in a type by its path: before Python 3.12, it takes
   * those of `typing_extensions` alone. Undefined as well where the project's Python is newer.
   */
  refusedTypedDict(path: string): Place | undefined {
    const found = this.#reader.typedDictOfTyping(path);
    if (!found) return undefined;
    const [major = 0, minor = 0] = this.#reader.pythonVersion ?? [];
    const isNewer = major > 3 || (major === 3 && minor >= 12);
    return isNewer ? undefined : found;
  }

  /** The functions of a module that has no member of this path; undefined where it has one, or may. */
  functionsWithout(path: string): readonly string[] | undefined {
    return this.hasMember(path) === false ? this.#reader.functions(moduleIn(path)) : undefined;
  }

  /** The file of the module in a path, as messages show it. */
  fileOf(path: string): string {
    return this.#absences.fileOf(moduleIn(path));
  }

  /** Whether the class of a model has an attribute, mapped or not. */
  hasAttribute(model: Model, name: string): boolean {
    return this.#reader.hasAttribute(model.path, name);
  }

  /** The attributes that the setter of an attribute assigns, such as that of a hybrid. */
  assignedBy(model: Model, name: string): readonly string[] {
    return this.#reader.assignedBy(model.path, name);
  }

  /** A place as messages show it: `blog/models.py:58`. */
  where({ file, line }: Place): string {
    return `${this.surroundings.display(resolve(this.#roots[0]!, file))}:${line}`;
  }

  /** Tells the user, once, something that is no error. */
  note(line: string): void {
    this.#notes.add(line);
  }

  /** Tells the user that a model is not compared with the config, as nothing is known of it. */
  noteUnchecked(path: string, absence: Absence): void {
    this.#absences.note(path, absence);
  }

  get files(): readonly string[] {
    const modules = this.#readers.flatMap((reader) => reader.files());
    const paths = new Set(modules.map((file) => resolve(this.#roots[0]!, file)));
    const named = this.#named ? [this.#named.file, ...this.#named.sources] : [];
    return [...new Set([...paths, ...named, ...this.#reader.environmentFiles()])];
  }

  /** Folders of which every module was read. */
  get folders(): readonly string[] {
    return [...new Set(this.#readers.flatMap((reader) => reader.folders()))];
  }

  get #readers(): readonly ModelReader[] {
    return this.#widerReader === undefined ? [this.#reader] : [this.#reader, this.#widerReader];
  }

  /** Where modules that are not there would lie once they are installed: absolute paths, `*` for any name. */
  get installable(): readonly string[] {
    return this.#reader.installable();
  }

  get absent(): readonly string[] {
    return [...this.#absent, ...(this.#named?.absent ?? [])];
  }

  get notices(): readonly string[] {
    return [...this.unchecked, ...this.#notes];
  }

  /** What was not found, and so not compared with the config. */
  get unchecked(): readonly string[] {
    return this.#absences.notices;
  }

  /** Remembers the files that would be the module in a path. */
  #expect(path: string): void {
    const module = moduleIn(path);
    if (module === '') return;
    for (const candidate of this.#absences.candidates(module)) {
      if (!this.surroundings.files.kindOf(candidate)) this.#absent.add(candidate);
    }
  }

  /** The facts of the one file that the config names, if it names one. */
  #namedFacts(paths: readonly string[]): NamedFacts | undefined {
    const found = paths.filter(isFactsPath);
    if (found[0] === undefined) return undefined;
    if (paths.length === 1)
      return NamedFacts.read(found[0], ['models'], this.surroundings, this.report);
    const shown = this.surroundings.display(found[0]);
    this.report(['models'], {
      code: 'unreadable-facts',
      message: text`${unquoted(shown)} has the facts of all models, and stands alone`,
      fix: 'Name no other file under models.',
    });
    return undefined;
  }

  #filesOf(pattern: string, index: number, count: number): readonly string[] {
    const { directory, root, files } = this.surroundings;
    const path = count === 1 ? ['models'] : ['models', index];
    const from = resolve(directory, pattern);
    const inside =
      !relative(root, from).startsWith('..') || !relative(directory, from).startsWith('..');
    if (!inside) {
      this.report(path, {
        code: 'models-outside',
        found: pattern,
        message: 'it is outside of the workspace',
      });
      return [];
    }
    const found = filesMatching(directory, pattern, files);
    if (found.length > 0) return found;
    this.report(path, {
      code: 'no-models',
      found: pattern,
      message: 'there is no such file',
      fix: 'Paths are relative to the folder of the config.',
    });
    return [];
  }
}

/** A table as foreign keys name it: `people.owners`. */
function tableIn({ schema, table }: ModelFacts): string {
  return [known(schema), known(table)].filter(Boolean).join('.');
}

/** A column as foreign keys name it: `people.owners.id`. */
function nameIn({ schema }: ModelFacts, { table, column }: ColumnFacts): string {
  return [known(schema), known(table), known(column)].filter(Boolean).join('.');
}
