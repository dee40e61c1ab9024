import { literal, snakeCase, symbol } from '@rowhouse/python';

import type { QualifiedName } from '../sql/identifier.js';
import { targetOf, uniquesOf, type Target } from './constraints.js';
import { mapped } from './columns.js';
import type { TableModel } from './model.js';
import { attributeName, className, takeName } from './names.js';

const relationship = symbol('sqlalchemy.orm', 'relationship');

/** A foreign key between two models, and what both call the way along it. */
interface Link {
  readonly from: TableModel;
  readonly to: TableModel;
  readonly target: Target;
  /** The attribute of `from`. */
  readonly forward: string;
  /** The attribute of `to`. */
  readonly backward: string;
}

/** The relationships of a model. */
export interface Relationships {
  /** Lines of its class. */
  readonly lines: string[];
  /** The other models that they lead to. */
  readonly others: Set<TableModel>;
}

/**
 * The relationships of each model, both ways along foreign keys.
 *
 * @param isKnown Whether a class can name another one, which is else put in quotes.
 */
export function relationshipsOf(
  models: readonly TableModel[],
  isKnown: (to: TableModel, from: TableModel) => boolean,
): ReadonlyMap<TableModel, Relationships> {
  const links = linksOf(models);
  const found = new Map<TableModel, Relationships>(
    models.map((model) => [model, { lines: [], others: new Set() }]),
  );
  const add = (model: TableModel, other: TableModel, text: string) => {
    const { lines, others } = found.get(model)!;
    lines.push(text);
    if (other !== model) others.add(other);
  };
  const reference = (from: TableModel, to: TableModel) =>
    isKnown(to, from) ? to.className : `"${to.className}"`;
  for (const link of links) {
    const { from, to, forward, backward, target } = link;
    const shared = sharedOptions(link, links);
    const optional = from.config.columns.some(
      (column) => target.columns.includes(column.name) && !column.notNull,
    );
    add(
      from,
      to,
      line(forward, orNone(reference(from, to), optional), [
        ...(from === to ? [`remote_side=${expression(to, target.foreignColumns)}`] : []),
        `back_populates=${literal(backward)}`,
        ...shared,
      ]),
    );
    const many = !isUnique(from, target.columns);
    const other = reference(to, from);
    add(
      to,
      from,
      line(backward, many ? `list[${other}]` : orNone(other, true), [
        `back_populates=${literal(forward)}`,
        'passive_deletes="all"',
        ...shared,
      ]),
    );
  }
  return found;
}

function line(name: string, annotation: string, options: readonly string[]): string {
  return `    ${name}: ${mapped}[${annotation}] = ${relationship}(${options.join(', ')})`;
}

/** What stands in quotes is one expression. */
function orNone(reference: string, optional: boolean): string {
  if (!optional) return reference;
  return reference.startsWith('"') ? `${reference.slice(0, -1)} | None"` : `${reference} | None`;
}

function linksOf(models: readonly TableModel[]): readonly Link[] {
  const find = ({ schema, name }: QualifiedName) =>
    models.find((model) => model.schema === schema && model.name === name);
  const edges = models.flatMap((from) =>
    from.config.foreignKeys.flatMap((key) => {
      const target = targetOf(key);
      const to = find(target);
      return to ? [{ from, to, target }] : [];
    }),
  );
  const forwards = edges.map(({ from, to, target }) =>
    takeName(from.taken, ...forwardNames(to, target)),
  );
  return edges.map(({ from, to, target }, index) => {
    const forward = forwards[index]!;
    const isOnly =
      from !== to && edges.filter((one) => one.from === from && one.to === to).length === 1;
    const rows = attributeName(
      isUnique(from, target.columns) ? snakeCase(from.className) : from.name,
    );
    const names = [...(isOnly ? [rows] : []), `${rows}_by_${forward}`];
    return { from, to, target, forward, backward: takeName(to.taken, ...names) };
  });
}

/** `author_id` leads to the `author`. */
function forwardNames(to: TableModel, { columns }: Target): string[] {
  const noun = attributeName(snakeCase(className(to.name)));
  const [column, ...more] = columns;
  const stem = /^(.+)_id$/.exec(attributeName(column!))?.[1];
  return more.length === 0 && stem !== undefined
    ? [attributeName(stem), `${stem}_${noun}`]
    : [noun, `${noun}_row`];
}

/** Which columns and which other relationships play a part, where SQLAlchemy cannot tell. */
function sharedOptions(link: Link, links: readonly Link[]): string[] {
  const { from, to, target } = link;
  const between = links.filter((one) => one.from === from && one.to === to);
  const overlapping = links.filter(
    (one) =>
      one !== link &&
      one.from === from &&
      one.target.columns.some((column) => target.columns.includes(column)),
  );
  const isAmbiguous = between.length > 1 || links.some((one) => one.from === to && one.to === from);
  const names = overlapping.flatMap(({ forward, backward }) => [forward, backward]);
  return [
    ...(isAmbiguous ? [`foreign_keys=${expression(from, target.columns)}`] : []),
    ...(names.length > 0 ? [`overlaps=${literal([...new Set(names)].join(','))}`] : []),
  ];
}

/** Columns for SQLAlchemy to look up once all classes are there. */
function expression(
  { className: name, attributes }: TableModel,
  columns: readonly string[],
): string {
  const list = columns.map((column) => `${name}.${attributes.get(column)!}`);
  return literal(list.length === 1 ? list[0] : `[${list.join(', ')}]`);
}

/** Whether no two rows of a table have the same values in these columns. */
function isUnique(model: TableModel, columns: readonly string[]): boolean {
  const keys = [
    model.primaryKey.map(({ name }) => name),
    ...uniquesOf(model).map((unique) => unique.columns),
  ];
  return keys.some((key) => key.every((name) => columns.includes(name)));
}
