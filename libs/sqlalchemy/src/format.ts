import { append } from './append.js';
import type {
  ColumnFacts,
  DefaultFacts,
  Known,
  ModelFacts,
  RelationshipFacts,
  TypeFacts,
} from './facts.js';
import { isUnknown } from './facts.js';

/** The facts of a model as text for people: a line for each attribute with its place, and why something is unknown. */
export function formatFacts(model: ModelFacts): string {
  const schema = isUnknown(model.schema) ? '?' : model.schema;
  const table = `${schema === null ? '' : `${schema}.`}${shown(model.table)}`;
  const extended = model.inheritance
    ? ` (${model.inheritance.kind}: ${model.inheritance.parent})`
    : '';
  const lines = [
    `${model.model}  ${model.view === true ? 'view' : 'table'} ${table}${extended}  ${place(model.at)}`,
  ];
  const rows = [
    ...model.columns.map((column) => ({
      cells: [column.attribute, typeText(column), notesOf(column, model).join(', ')],
      at: column.at,
      unknowns: unknownsOf(column),
    })),
    ...model.relationships.map((one) => {
      const many = isUnknown(one.many) ? '?' : one.many ? 'many' : 'one';
      const cells = [one.attribute, `→ ${many} ${shown(one.target)}`, joinIn(one)];
      return { cells, at: one.at, unknowns: unknownsOf(one) };
    }),
    ...model.properties.map((one) => ({
      cells: [one.attribute, one.kind.replace('_', ' '), one.query ? 'by a query' : ''],
      at: one.at,
      unknowns: unknownsOf(one),
    })),
  ];
  const widths = [0, 1, 2].map((index) =>
    Math.min(40, Math.max(0, ...rows.map(({ cells }) => cells[index]!.length))),
  );
  for (const { cells, at, unknowns } of rows) {
    const padded = cells.map((cell, index) => cell.padEnd(widths[index]!)).join('  ');
    lines.push(`  ${padded}  ${place(at)}`);
    for (const line of unknowns) lines.push(`  ${' '.repeat(widths[0]!)}  unknown ${line}`);
  }
  lines.push(...constructorLine(model));
  const uniques = model.uniques.flatMap(unknownsOf).map((line) => `unique ${line}`);
  for (const line of [...unknownsOf(model), ...uniques]) lines.push(`  unknown ${line}`);
  for (const { unknown, at } of model.incomplete)
    lines.push(`  may have more attributes: ${unknown} (${place(at)})`);
  return `${lines.join('\n')}\n`;
}

/** What the constructor of a dataclass takes, with `=` after what has a default. */
function constructorLine({ parameters }: ModelFacts): readonly string[] {
  if (parameters === null || isUnknown(parameters)) return [];
  const names = parameters.map(({ attribute, required }) =>
    required ? attribute : `${attribute}=`,
  );
  return [`  constructor  (${names.join(', ')})`];
}

/** What is not known of something, and why; what follows from one reason, once. */
function unknownsOf(facts: object): readonly string[] {
  const names = new Map<string, string[]>();
  for (const [name, fact] of Object.entries(facts)) {
    if (!isUnknown(fact)) continue;
    const reason = `${fact.unknown} (${place(fact.at)})`;
    append(names, reason, words(name));
  }
  return [...names].map(([reason, of]) => `${of.join(', ')}: ${reason}`);
}

/** `serverDefault` as `server default`. */
function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function place({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${file}:${String(line)}`;
}

function shown(fact: Known<string>): string {
  return isUnknown(fact) ? '?' : fact;
}

function typeText({ type, length, precision, scale, nullable }: ColumnFacts): string {
  const none = nullable === true ? ' | None' : isUnknown(nullable) ? ' | None?' : '';
  if (isUnknown(type)) return `?${none}`;
  const sizes = [length, precision, scale].filter((size) => typeof size === 'number');
  const size = type.name !== 'enum' && sizes.length > 0 ? `(${sizes.join(', ')})` : '';
  return `${nameOf(type)}${size}${none}`;
}

function nameOf(type: TypeFacts): string {
  if (type.items) return `${type.name}[${isUnknown(type.items) ? '?' : nameOf(type.items)}]`;
  if (type.enum && !isUnknown(type.enum.stored)) return `enum ${type.enum.stored.join(' | ')}`;
  if (type.holds) return `${type.name} of ${nameOf(type.holds)}`;
  return type.class ?? type.name;
}

function notesOf(column: ColumnFacts, model: ModelFacts): string[] {
  const notes: string[] = [];
  if (column.primaryKey === true) notes.push('primary key');
  if (column.autoincrement === true) notes.push('autoincrement');
  if (column.unique === true) notes.push('unique');
  if (model.versionCounter === column.attribute) notes.push('version counter');
  for (const key of isUnknown(column.foreignKeys) ? [] : column.foreignKeys)
    notes.push(`→ ${shown(key.target)}`);
  if (column.computed !== null && !isUnknown(column.computed)) notes.push('computed');
  if (column.identity !== null && !isUnknown(column.identity)) notes.push('identity');
  notes.push(
    ...defaultNote('default', column.default),
    ...defaultNote('server default', column.serverDefault),
  );
  notes.push(...defaultNote('on update', column.onUpdate));
  if (column.deferred === true) notes.push('deferred');
  if (column.column !== column.attribute) notes.push(`column ${shown(column.column)}`);
  return notes;
}

function defaultNote(label: string, fact: Known<DefaultFacts | null>): string[] {
  if (fact === null) return [];
  if (isUnknown(fact)) return [`${label} ?`];
  if (fact.currentTime === true) return [`${label} now`];
  return [fact.value === undefined ? label : `${label} ${shownDefault(fact)}`];
}

/** A value as a literal; what is called, or is SQL, as it stands. */
function shownDefault({ kind, value }: DefaultFacts): string {
  return kind === 'value' ? JSON.stringify(value) : String(value);
}

/** What joins the tables of a relationship beside their foreign keys. */
function joinIn({ through, foreignKeys, ownJoin }: RelationshipFacts): string {
  return [
    through === undefined ? '' : `through ${through}`,
    foreignKeys === undefined ? '' : `by ${foreignKeys.join(', ')}`,
    ownJoin ? 'with a join of its own' : '',
  ]
    .filter((each) => each !== '')
    .join(', ');
}
