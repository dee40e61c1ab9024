import {
  assembleModule,
  docstring,
  headerOf,
  importBlock,
  literal,
  snakeCase,
  symbol,
  wrap,
} from '@rowhouse/python';

import type { Metadata } from '../metadata/metadata.js';
import type { QualifiedName } from '../sql/identifier.js';
import { columnLines } from './columns.js';
import { constraintsOf, NAMING_CONVENTION } from './constraints.js';
import { EnumClasses } from './enums.js';
import { BASE, HOME, OTHER_TYPE, shared, VIEW_BASE } from './home.js';
import { commentsOf, nameModels, type TableModel } from './model.js';
import { attributeName, takeName } from './names.js';
import { otherType, sqlalchemy } from './python-type.js';
import { relationshipsOf } from './relationships.js';
import { sentence } from './sentence.js';
import { viewClass, viewTable } from './views.js';

/** What the modules of models say that they are generated from. */
export const SOURCE = 'schema.config.ts';

const HEADER = headerOf(SOURCE);

const ABOUT = 'The tables of the database.';

/** The tables and views of `metadata` as a module of SQLAlchemy models. */
export function modelsModule(metadata: Metadata): string {
  const parts = partsOf(metadata, (to, from, order) => order(to) < order(from));
  const { tables, views } = parts;
  const sections = [...parts.base, ...tables.map(({ text }) => text), ...parts.viewBase];
  return moduleText(HOME, ABOUT, [...sections, ...views.map(({ text }) => text)]);
}

/** The same as a package: each table in a module of its own, all views in one. */
export function modelsPackage(metadata: Metadata): ReadonlyMap<string, string> {
  const { base, viewBase, tables, views, enums } = partsOf(metadata, () => false);
  const files = new Map<string, string>();
  const modules = new Map<TableModel, string>();
  const taken = new Set(['base', 'views']);
  for (const { model } of tables) {
    modules.set(model, takeName(taken, attributeName(snakeCase(model.className))));
  }
  const bind = (model: TableModel) => binding(`.${modules.get(model)!}`, model.className);
  const exported = [BASE, ...enums, ...(views.length > 0 ? [VIEW_BASE] : [])];
  const bindings = [
    ...exported.map((name) => binding(HOME, name)),
    ...tables.map(({ model }) => bind(model)),
    ...views.map(({ name }) => binding('.views', name)),
  ];
  const names = bindings.map(({ member }) => member).sort(byKind);
  files.set(
    '__init__.py',
    wrap(
      [
        HEADER,
        docstring(ABOUT),
        '',
        importBlock(bindings, () => false),
        '',
        `__all__ = ${literal(names)}`,
        '',
      ].join('\n'),
    ),
  );
  files.set('base.py', moduleText(HOME, 'Code that all models use.', [...base, ...viewBase]));
  for (const { model, text, others } of tables) {
    const imports = importBlock([...others].map(bind), () => false).replace(/^/gm, '    ');
    const typed = others.size > 0 ? [`if ${symbol('typing', 'TYPE_CHECKING')}:\n${imports}`] : [];
    const module = modules.get(model)!;
    files.set(
      `${module}.py`,
      moduleText(`.${module}`, sentence(model.comment, `The table ${model.name}.`), [
        ...typed,
        text,
      ]),
    );
  }
  if (views.length > 0) {
    files.set(
      'views.py',
      moduleText(
        '.views',
        'The views of the database.',
        views.map(({ text }) => text),
      ),
    );
  }
  return files;
}

function moduleText(module: string, about: string, sections: readonly string[]): string {
  return assembleModule({ module, header: HEADER, docstring: about, sections });
}

function binding(module: string, member: string) {
  return { module, member, local: member, renamed: false };
}

/** Classes before variables, as linters sort `__all__`. */
function byKind(left: string, right: string): number {
  const [one, other] = [left, right].map((name) => `${/^[A-Z]/.test(name) ? 0 : 1}${name}`);
  return one! < other! ? -1 : 1;
}

/**
 * The texts that modules are made of.
 *
 * @param isKnown Whether a class can name another one, given the order of tables.
 */
function partsOf(
  metadata: Metadata,
  isKnown: (to: TableModel, from: TableModel, order: (model: TableModel) => number) => boolean,
) {
  const taken = new Set([BASE, VIEW_BASE, OTHER_TYPE]);
  const { tables, views, coreViews } = nameModels(metadata.objects(), taken);
  const columns = [
    ...tables.flatMap(({ config }) => config.columns),
    ...[...views, ...coreViews].flatMap((view) =>
      view.columns.flatMap(({ column }) => column ?? []),
    ),
  ];
  const enums = new EnumClasses(columns, taken);
  const order = new Map(tables.map((model, index) => [model, index]));
  const relationships = relationshipsOf(tables, (to, from) =>
    isKnown(to, from, (model) => order.get(model)!),
  );
  const isTable = ({ schema, name }: QualifiedName) =>
    tables.some((table) => table.schema === schema && table.name === name);
  const tableParts = tables.map((model) => {
    const { lines, others } = relationships.get(model)!;
    return { model, others, text: tableClass(model, enums, isTable, lines) };
  });
  const viewParts = [
    ...views.map((view) => ({ name: view.className, text: viewClass(view, enums) })),
    ...coreViews.map((view) => ({ name: view.variable, text: viewTable(view, enums) })),
  ];
  const usesOther = [...tableParts, ...viewParts].some(({ text }) =>
    text.includes(`${shared(OTHER_TYPE)}(`),
  );
  return {
    tables: tableParts,
    views: viewParts,
    enums: enums.names(),
    base: [base, ...(usesOther ? [otherType] : []), ...enums.sections()],
    viewBase: viewParts.length > 0 ? [viewBase] : [],
  };
}

const convention = Object.entries(NAMING_CONVENTION)
  .map(([key, name]) => `${literal(key)}: ${literal(name)}`)
  .join(', ');

const base = `
class ${BASE}(${symbol('sqlalchemy.orm', 'DeclarativeBase')}):
    """The base class of all models."""

    metadata = ${sqlalchemy('MetaData')}(naming_convention={${convention}})
`;

const viewBase = `
class ${VIEW_BASE}(${symbol('sqlalchemy.orm', 'DeclarativeBase')}):
    """The base class of all views. \`\`create_all()\`\` does not create them."""
`;

function tableClass(
  model: TableModel,
  enums: EnumClasses,
  isTable: (table: QualifiedName) => boolean,
  relationships: readonly string[],
): string {
  const constraints = constraintsOf(model, isTable);
  const comments = commentsOf(model);
  const { schema, name } = model;
  const about = schema === 'public' ? name : `${schema}.${name}`;
  const arguments_ = [
    ...constraints.others,
    ...(schema === 'public' ? [] : [`{"schema": ${literal(schema)}}`]),
  ];
  return [
    `class ${model.className}(${shared(BASE)}):`,
    `    ${docstring(sentence(model.comment, `A row of ${about}.`), 4)}`,
    '',
    `    __tablename__ = ${literal(name)}`,
    ...(arguments_.length > 0 ? [`    __table_args__ = (${arguments_.join(', ')},)`] : []),
    '',
    ...model.config.columns.flatMap((column) =>
      columnLines(column, model, constraints, enums, comments.get(column.name)),
    ),
    ...(relationships.length > 0 ? ['', ...relationships] : []),
  ].join('\n');
}
