import { pythonType, type ModelField } from './fields.js';

/** The text of a Python module with one SQLAlchemy model. */
export function modelFile(className: string, table: string, fields: readonly ModelField[]): string {
  const types = fields.map(({ type }) => pythonType(type));
  const modules = sorted(['uuid', ...types.map(({ module }) => module)]);
  const typing = sorted(types.map((type) => type.typing));
  const columns = sorted(types.map(({ column }) => column?.replace(/\(.*/, '')));
  return [
    `"""The ${className} model."""`,
    '',
    ...modules.map((module) => `import ${module}`),
    ...(typing.length > 0 ? [`from typing import ${typing.join(', ')}`] : []),
    '',
    ...(columns.length > 0 ? [`from sqlalchemy import ${columns.join(', ')}`] : []),
    'from sqlalchemy.orm import Mapped, mapped_column',
    '',
    'from models.base import Base',
    '',
    '',
    `class ${className}(Base):`,
    `    """A row of \`${table}\`."""`,
    '',
    `    __tablename__ = "${table}"`,
    '',
    '    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)',
    ...fields.map(column),
    '',
  ].join('\n');
}

function column({ name, type, nullable }: ModelField): string {
  const python = pythonType(type);
  const annotation = nullable ? `${python.annotation} | None` : python.annotation;
  const value = python.column === undefined ? '' : ` = mapped_column(${python.column})`;
  return `    ${name}: Mapped[${annotation}]${value}`;
}

function sorted(names: readonly (string | undefined)[]): string[] {
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}
