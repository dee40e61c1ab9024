import { append } from '../append.js';
import { isMapped } from '../classes/mapped.js';
import { isCallOf } from '../evaluate/library.js';
import { classesOf } from '../evaluate/mro.js';
import { lookupIn } from '../evaluate/names.js';
import type { Call, ClassValue } from '../evaluate/values.js';
import { isString } from '../evaluate/values.js';
import type { ForeignKeyFacts } from '../facts.js';
import { isUnknown } from '../facts.js';
import type { Modules, PythonModule } from '../modules/modules.js';
import { isSameRegistry } from './class-registry.js';
import { columnArguments, itemsOf } from './column-arguments.js';
import { readForeignKey } from './foreign-keys.js';
import type { Mapping } from './mapped-class.js';
import { mappingOf, owner } from './mapped-class.js';
import { schemaOf } from './table-options.js';
import type { ColumnType } from './types.js';
import { readType } from './types.js';

/** The mapped classes and the tables of all modules that have been read. */
class Registry {
  private done = 0;
  /** Every mapped class, in the order of the modules. */
  readonly all: ClassValue[] = [];
  readonly classes = new Map<string, ClassValue[]>();
  private readonly plainTables = new Map<string, Call[]>();
  private sharing = false;
  /** Classes that are in none of the following yet: their mappings are made when somebody asks. */
  private readonly pending: ClassValue[] = [];
  private readonly nameSet = new Set<string>();
  private readonly mappedTables = new Map<string, Mapping[]>();
  private readonly families = new Map<Mapping, ClassValue[]>();

  constructor(private readonly modules: Modules) {}

  /** Takes in the modules that were read since the last time. */
  update(): void {
    while (this.done < this.modules.read.length) {
      const module = this.modules.read[this.done++]!;
      this.sharing ||= module.source.text.includes('use_existing_column');
      for (const [name, bindings] of module.scope.bindings?.names ?? []) {
        if (bindings.some(({ kind }) => kind === 'class')) this.addClass(name, module);
      }
      for (const table of tablesIn(module)) this.addTable(table);
    }
  }

  /** The names of models, and of the classes that they extend. */
  names(): ReadonlySet<string> {
    this.map();
    return this.nameSet;
  }

  mappings(table: string): readonly Mapping[] {
    this.map();
    return this.mappedTables.get(table) ?? [];
  }

  /** Whether some class may take over columns of others, and change them. */
  hasSharing(): boolean {
    this.update();
    return this.sharing;
  }

  /** The classes of the table that a class has. */
  family(mapping: Mapping): readonly ClassValue[] {
    this.map();
    return this.families.get(owner(mapping)) ?? [];
  }

  private map(): void {
    this.update();
    for (const cls of this.pending.splice(0)) {
      for (const { name } of classesOf(cls)) this.nameSet.add(name);
      const mapping = mappingOf(cls);
      if (!isUnknown(mapping.table)) append(this.mappedTables, mapping.table, mapping);
      append(this.families, owner(mapping), cls);
    }
  }

  tables(name: string): readonly Call[] {
    this.update();
    return this.plainTables.get(name) ?? [];
  }

  private addClass(name: string, module: PythonModule): void {
    const value = lookupIn(module.scope, name);
    if (value?.kind !== 'class' || value.module !== module || !isMapped(value)) return;
    append(this.classes, value.name, value);
    this.all.push(value);
    this.pending.push(value);
  }

  private addTable(table: Call): void {
    const [name] = table.args;
    if (!name || !isString(name)) return;
    append(this.plainTables, name.value, table);
  }
}

/** The tables that a module binds to names. */
export function tablesIn(module: PythonModule): Call[] {
  return [...(module.scope.bindings?.names ?? [])].flatMap(([name, bindings]) => {
    if (!bindings.some(({ value }) => isTableCall(value?.nodes[0], module))) return [];
    const value = lookupIn(module.scope, name);
    return isCallOf(value, 'Table') ? [value] : [];
  });
}

function isTableCall(
  node: { name: string; from: number } | undefined,
  module: PythonModule,
): boolean {
  return (
    node?.name === 'CallExpression' &&
    /^(?:\w+\.)*Table\(/.test(module.source.text.slice(node.from, node.from + 60))
  );
}

const registries = new WeakMap<Modules, Registry>();

export function registryOf(modules: Modules): Registry {
  const known = registries.get(modules);
  if (known) return known;
  const made = new Registry(modules);
  registries.set(modules, made);
  return made;
}

const withNeighbours = new WeakSet<PythonModule>();
const readFolders = new WeakMap<Modules, Set<string>>();

/** Reads what a module imports and what lies beside it: there, a class that it names as text is. */
export function readNeighbours(module: PythonModule): void {
  if (withNeighbours.has(module)) return;
  withNeighbours.add(module);
  const { all } = module;
  for (const bindings of module.scope.bindings?.names.values() ?? []) {
    for (const { imported } of bindings) {
      const path = imported && module.absolute(imported.module);
      if (path === undefined) continue;
      const found = all.load(path);
      if (!found && imported?.name !== undefined) all.load(`${path}.${imported.name}`);
    }
  }
  const folder = module.isPackage ? module.name : module.name.split('.').slice(0, -1).join('.');
  if (folder) readFolder(folder, all);
}

function readFolder(folder: string, all: Modules): void {
  const folders = readFolders.get(all) ?? new Set();
  if (folders.has(folder)) return;
  readFolders.set(all, folders.add(folder));
  for (const name of all.siblings(folder)) all.load(name);
}

const withPackages = new WeakSet<PythonModule>();

/** Reads the packages that a module is in: Python runs them before it, so they may change what it has. */
export function readPackages(module: PythonModule): void {
  if (withPackages.has(module)) return;
  withPackages.add(module);
  const parts = module.name.split('.');
  for (let count = 1; count < parts.length; count += 1) {
    const path = parts.slice(0, count).join('.');
    if (module.all.find(path) !== undefined) module.all.load(path);
  }
}

/** The type of the column that a foreign key leads to. */
export function typeOfForeignKey(key: ForeignKeyFacts, mapping: Mapping): ColumnType | undefined {
  if (isUnknown(key.target)) return undefined;
  const parts = key.target.split('.');
  const column = parts.at(-1)!;
  const table = parts.at(-2);
  if (table === undefined) return undefined;
  const schema = parts.at(-3);
  const find = () =>
    mappedType(table, column, schema, mapping) ?? plainType(table, column, mapping);
  const found = find();
  if (found) return found;
  readNeighbours(mapping.cls.module);
  return find();
}

function mappedType(
  table: string,
  column: string,
  schema: string | undefined,
  mapping: Mapping,
): ColumnType | undefined {
  const all = registryOf(mapping.cls.module.all).mappings(table);
  const named = mapping.table === table ? [mapping, ...all] : all;
  const own = named.filter(({ cls }) => isSameRegistry(cls, mapping.cls));
  const candidates = own.length > 0 ? own : named;
  const inSchema = candidates.filter((one) => mayBeIn(schema, one));
  for (const candidate of inSchema.length > 0 ? inSchema : candidates) {
    const found = candidate.findColumn(column);
    if (!found) continue;
    const facts = found.mapping.facts(found.definition);
    return { ...facts, custom: false };
  }
  return undefined;
}

/** Whether the table of a class is in the schema that a foreign key names. */
function mayBeIn(schema: string | undefined, mapping: Mapping): boolean {
  const own = schemaOf(mapping);
  return schema === undefined || isUnknown(own) || own === schema;
}

function plainType(table: string, column: string, mapping: Mapping): ColumnType | undefined {
  for (const call of registryOf(mapping.cls.module.all).tables(table)) {
    for (const item of call.args) {
      if (!isCallOf(item, 'Column')) continue;
      const args = columnArguments(item);
      if (!isString(args.name) || args.name.value !== column) continue;
      if (args.type) return readType(args.type, item.origin);
      const [key] = itemsOf(args, 'ForeignKey');
      return key && typeOfForeignKey(readForeignKey(key, mapping.cls), mapping);
    }
  }
  return undefined;
}
