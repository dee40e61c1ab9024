import type { ColumnFacts, Known, ModelFacts, TypeFacts } from '../../src/index.js';
import { isUnknown } from '../../src/index.js';

/** What Python says of a mapped class: the output of `inspect_models.py`. */
export interface Inspected {
  readonly module: string;
  readonly name: string;
  /** Whether a class statement at the top of the module made it. */
  readonly statement: boolean;
  readonly table: string | null;
  readonly schema: string | null;
  readonly view: boolean;
  readonly inheritance: string | null;
  readonly primaryKey: readonly (string | null)[];
  readonly uniques: readonly (readonly string[])[];
  readonly versionCounter: string | null;
  readonly columns: readonly InspectedColumn[];
  readonly relationships: readonly InspectedRelationship[] | null;
  readonly others: readonly (readonly [string, string])[];
  readonly parameters: readonly (readonly [string, boolean])[] | null;
}

export interface InspectedColumn {
  readonly attribute: string;
  readonly column: string;
  readonly table: string | null;
  readonly python: string | null;
  readonly sql: string;
  readonly decorator: boolean;
  readonly null: boolean;
  readonly nullable: boolean;
  readonly length: number | null;
  readonly precision: number | null;
  readonly scale: number | null;
  readonly timezone: boolean;
  readonly native: boolean;
  readonly items: string | null;
  readonly enum: readonly string[] | null;
  readonly enumClass: boolean;
  readonly primaryKey: boolean;
  readonly autoincrement: boolean;
  readonly unique: boolean;
  readonly foreignKeys: readonly string[];
  readonly onDelete: readonly string[];
  readonly default: 'scalar' | 'callable' | 'sequence' | 'clause_element' | 'other' | null;
  readonly onUpdate: boolean;
  readonly serverDefault: boolean;
  readonly serverOnUpdate: boolean;
  readonly computed: boolean;
  readonly identity: boolean | null;
  readonly deferred: boolean;
}

export interface InspectedRelationship {
  readonly attribute: string;
  readonly target: string;
  readonly many: boolean;
  readonly secondary: string | null;
}

/** The outcome of comparing the facts of some models with what Python says of them. */
export interface Comparison {
  readonly contradictions: string[];
  models: number;
  tables: number;
  columns: number;
  relationships: number;
  /** Classes whose facts may lack columns. */
  incomplete: number;
  /** Columns that facts of incomplete classes lack. */
  unlisted: number;
  /** Columns without a type, apart from TypeDecorators that say none. */
  readonly unknownTypes: string[];
  /** TypeDecorators that say no Python type. */
  decorators: number;
  /** Facts other than types that are unknown. */
  readonly unknownFacts: string[];
}

const PYTHON: Readonly<Record<string, string>> = {
  'builtins.str': 'str',
  'builtins.int': 'int',
  'builtins.float': 'float',
  'builtins.bool': 'bool',
  'builtins.bytes': 'bytes',
  'builtins.dict': 'json',
  'builtins.list': 'list',
  'uuid.UUID': 'uuid',
  'decimal.Decimal': 'decimal',
  'datetime.datetime': 'datetime',
  'datetime.date': 'date',
  'datetime.time': 'time',
  'datetime.timedelta': 'timedelta',
  'sqlalchemy.dialects.postgresql.bitstring.BitString': 'bits',
};

/** Compares every model of the modules that facts were read of. */
export function compare(facts: readonly ModelFacts[], inspected: readonly Inspected[]): Comparison {
  const result: Comparison = {
    contradictions: [],
    models: 0,
    tables: new Set(inspected.map(({ table }) => table)).size,
    columns: 0,
    relationships: 0,
    incomplete: 0,
    unlisted: 0,
    unknownTypes: [],
    decorators: 0,
    unknownFacts: [],
  };
  const byName = new Map(facts.map((model) => [model.model, model]));
  for (const model of inspected) {
    const path = `${model.module}.${model.name}`;
    const own = byName.get(path);
    if (own) compareModel(own, model, result);
    // Classes that calls make, or that are inside of functions, have no path in the source.
    else if (model.statement)
      result.contradictions.push(`${path}: Python has this model, facts have not`);
    byName.delete(path);
  }
  for (const path of byName.keys())
    result.contradictions.push(`${path}: facts have this model, Python has not`);
  return result;
}

function compareModel(facts: ModelFacts, model: Inspected, result: Comparison): void {
  const { model: path } = facts;
  result.models += 1;
  if (facts.incomplete.length > 0) result.incomplete += 1;
  const check = checker(path, result);
  check('table', facts.table, model.table);
  check('schema', facts.schema, model.schema);
  check('view', facts.view, model.view);
  check('inheritance', facts.inheritance?.kind ?? null, model.inheritance);
  check('primary key', facts.primaryKey, model.primaryKey);
  check('version counter', facts.versionCounter, model.versionCounter);
  check('constructor', sortedParameters(facts), model.parameters);
  compareUniques(facts, model, check);
  const columns = new Map(facts.columns.map((column) => [column.attribute, column]));
  for (const column of model.columns) {
    const own = columns.get(column.attribute);
    columns.delete(column.attribute);
    if (own) {
      result.columns += 1;
      compareColumn(path, own, column, result);
    } else if (facts.incomplete.length > 0) {
      result.unlisted += 1;
    } else {
      result.contradictions.push(
        `${path}.${column.attribute}: Python has this column, facts have not`,
      );
    }
  }
  for (const name of columns.keys())
    result.contradictions.push(`${path}.${name}: facts have this column, Python has not`);
  compareRelationships(facts, model, result);
  for (const [name, kind] of model.others) {
    const own = facts.properties.find(({ attribute }) => attribute === name);
    if (!own && facts.incomplete.length === 0)
      result.contradictions.push(`${path}.${name}: Python has this ${kind}, facts have not`);
  }
}

function sortedParameters({ parameters }: ModelFacts): Known<unknown> {
  if (parameters === null || isUnknown(parameters)) return parameters;
  const found = parameters.map(({ attribute, required }) => [attribute, required] as const);
  return found.sort(([one], [other]) => (one < other ? -1 : 1));
}

type Check = (what: string, fact: Known<unknown>, truth: unknown) => void;

function checker(path: string, result: Comparison): Check {
  return (what, fact, truth) => {
    if (isUnknown(fact)) {
      result.unknownFacts.push(`${path}: ${what}: ${fact.unknown}`);
    } else if (JSON.stringify(fact) !== JSON.stringify(truth)) {
      result.contradictions.push(
        `${path}: ${what}: facts say ${JSON.stringify(fact)}, Python ${JSON.stringify(truth)}`,
      );
    }
  };
}

function compareUniques(facts: ModelFacts, model: Inspected, check: Check): void {
  const lists = facts.uniques.map(({ columns }) => columns);
  const lost = lists.find(isUnknown);
  const known = lists.filter((list) => !isUnknown(list)) as (readonly string[])[];
  const own = known.map((list) => [...list].sort()).sort(byText);
  // The class of a table may have columns that another one with the same table lacks.
  const mapped = new Set(model.columns.map(({ column }) => column));
  const truth = model.uniques.filter((one) => one.every((name) => mapped.has(name))).sort(byText);
  const extra = own.filter((one) => !truth.some((other) => byText(one, other) === 0));
  if (lost || facts.incomplete.length > 0) check('uniques', lost ?? extra, []);
  else if (facts.columns.some(({ unique }) => isUnknown(unique))) check('uniques', extra, []);
  else check('uniques', distinct(own), distinct(truth));
}

function distinct(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.map((list) => list.join(',')))].sort();
}

function byText(a: readonly string[], b: readonly string[]): number {
  return a.join().localeCompare(b.join());
}

function compareColumn(
  model: string,
  facts: ColumnFacts,
  truth: InspectedColumn,
  result: Comparison,
): void {
  const path = `${model}.${facts.attribute}`;
  const check = checker(path, result);
  check('column', facts.column, truth.column);
  check('table', facts.table, truth.table);
  compareType(path, facts, truth, result, check);
  check('nullable', facts.nullable, truth.nullable);
  check('length', facts.length, truth.length);
  check('precision', facts.precision, truth.precision);
  check('scale', facts.scale, truth.scale);
  check('primary key', facts.primaryKey, truth.primaryKey);
  check('autoincrement', facts.autoincrement, truth.primaryKey && truth.autoincrement);
  check('unique', facts.unique, truth.unique);
  const keys = facts.foreignKeys;
  if (isUnknown(keys)) check('foreign keys', keys, null);
  else if (keys.every(({ target }) => !isUnknown(target))) {
    check('foreign keys', keys.map(({ target }) => target as string).sort(), truth.foreignKeys);
    const rules = keys.map(({ onDelete }) => onDelete);
    if (!rules.some(isUnknown))
      check('on delete', rules.map((rule) => rule ?? '').sort(), truth.onDelete);
  } else if (keys.length !== truth.foreignKeys.length)
    check('foreign keys', keys.length, truth.foreignKeys.length);
  else check('foreign keys', keys.map(({ target }) => target).find(isUnknown)!, null);
  check('default', kindOfDefault(facts.default), truth.default);
  check('onupdate', present(facts.onUpdate), truth.onUpdate);
  check('server default', present(facts.serverDefault), truth.serverDefault);
  check('server onupdate', present(facts.serverOnUpdate), truth.serverOnUpdate);
  check('computed', present(facts.computed), truth.computed);
  const { identity } = facts;
  check(
    'identity',
    identity === null || isUnknown(identity) ? identity : identity.always,
    truth.identity,
  );
  check('deferred', facts.deferred, truth.deferred);
}

const DEFAULTS = {
  value: 'scalar',
  function: 'callable',
  sequence: 'sequence',
  sql: 'clause_element',
  fetched: 'other',
} as const;

function kindOfDefault(fact: ColumnFacts['default']): Known<string | null> {
  if (fact === null || isUnknown(fact)) return fact;
  return isUnknown(fact.kind) ? fact.kind : DEFAULTS[fact.kind];
}

function present(fact: Known<object | null>): Known<boolean> {
  return isUnknown(fact) ? fact : fact !== null;
}

function compareType(
  path: string,
  { type, sqlType }: ColumnFacts,
  truth: InspectedColumn,
  result: Comparison,
  check: Check,
): void {
  if (!isUnknown(sqlType)) check('SQL type', sqlType.name.split('.').at(-1), truth.sql);
  if (!isUnknown(sqlType) && sqlType.timezone !== undefined)
    check('time zone', sqlType.timezone, truth.timezone);
  if (!isUnknown(sqlType) && sqlType.native !== undefined)
    check('native enum', sqlType.native, truth.native);
  if (isUnknown(type)) {
    if (truth.decorator && (truth.python === null || truth.python === 'builtins.object'))
      result.decorators += 1;
    else result.unknownTypes.push(`${path}: ${type.unknown} (${truth.sql})`);
    return;
  }
  if (truth.enum) {
    const stored = type.enum?.stored;
    if (type.name !== 'enum' || stored === undefined) check('type', type.name, 'enum');
    else check('enum', stored, truth.enum);
    check('enum class', (type.enum?.class ?? null) !== null, truth.enumClass);
    return;
  }
  if (truth.python === null || truth.python === 'builtins.object') return;
  check('type', type.name, PYTHON[truth.python] ?? truth.python);
  if (truth.items !== null) check('items', itemName(type), PYTHON[truth.items] ?? truth.items);
}

function itemName({ items }: TypeFacts): Known<string> {
  if (items === undefined) return 'nothing';
  return isUnknown(items)
    ? items
    : items.name === 'enum' && items.enum?.class
      ? items.enum.class
      : items.name === 'list' && items.items !== undefined
        ? itemName(items) // An array of several dimensions has one type of items for SQLAlchemy.
        : items.name;
}

function compareRelationships(facts: ModelFacts, model: Inspected, result: Comparison): void {
  if (!model.relationships) return;
  const { model: path } = facts;
  const own = new Map(facts.relationships.map((one) => [one.attribute, one]));
  for (const truth of model.relationships) {
    const found = own.get(truth.attribute);
    own.delete(truth.attribute);
    if (!found) {
      if (facts.incomplete.length === 0) {
        result.contradictions.push(
          `${path}.${truth.attribute}: Python has this relationship, facts have not`,
        );
      }
      continue;
    }
    result.relationships += 1;
    const check = checker(`${path}.${truth.attribute}`, result);
    check('target', found.target, truth.target);
    check('many', found.many, truth.many);
    check('secondary', found.secondary, truth.secondary);
  }
  for (const name of own.keys())
    result.contradictions.push(`${path}.${name}: facts have this relationship, Python has not`);
}
