import { docstring, literal } from '@rowhouse/python';

import { attribute } from './columns.js';
import type { EnumClasses } from './enums.js';
import { shared, VIEW_BASE } from './home.js';
import type { CoreView, ViewModel } from './model.js';
import { pythonType, sqlalchemy } from './python-type.js';
import { sentence } from './sentence.js';
import type { QualifiedName } from '../sql/identifier.js';

/** How tools tell a view from a table. */
const MARK = `{"is_view": True}`;

/** The class of a view that shows the key of its table. */
export function viewClass(view: ViewModel, enums: EnumClasses): string {
  const schema = view.schema === 'public' ? '' : `"schema": ${literal(view.schema)}, `;
  return [
    `class ${view.className}(${shared(VIEW_BASE)}):`,
    `    ${docstring(sentence(view.comment, `A row of the view ${nameOf(view)}.`), 4)}`,
    '',
    `    __tablename__ = ${literal(view.name)}`,
    `    __table_args__ = ({${schema}"info": ${MARK}},)`,
    '',
    ...view.columns.map(({ name, column, nullable }) => {
      const isKey = view.key.includes(name);
      return attribute(name, view, column, enums, { nullable: nullable && !isKey, isKey });
    }),
  ].join('\n');
}

/** A view whose rows nothing tells apart: there is no class without a key. */
export function viewTable(view: CoreView, enums: EnumClasses): string {
  const column = sqlalchemy('Column');
  const columns = view.columns.map(({ name, column: of, nullable }) => {
    const parts = [
      literal(name),
      pythonType(of, enums).type,
      ...(nullable ? [] : ['nullable=False']),
    ];
    return `${column}(${parts.join(', ')})`;
  });
  const parts = [
    literal(view.name),
    `${shared(VIEW_BASE)}.metadata`,
    ...columns,
    ...(view.schema === 'public' ? [] : [`schema=${literal(view.schema)}`]),
    `info=${MARK}`,
  ];
  const about = docstring(sentence(view.comment, `Rows of the view ${nameOf(view)}.`));
  return `${view.variable} = ${sqlalchemy('Table')}(${parts.join(', ')})\n${about}`;
}

function nameOf({ schema, name }: QualifiedName): string {
  return schema === 'public' ? name : `${schema}.${name}`;
}
