import type { ColumnFacts, DefaultFacts, Known, ModelFacts, TypeFacts } from './facts.js';
import { isUnknown } from './facts.js';

/** The facts of a model as text for people: a line for each attribute, and why something is unknown. */
export function formatFacts(model: ModelFacts): string {
  const table = shown(model.table);
  const extended = model.inheritance
    ? ` (${model.inheritance.kind}: ${model.inheritance.parent})`
    : '';
  const lines = [
    `${model.model}  table ${table}${extended}  ${model.at.file}:${String(model.at.line)}`,
  ];
  const width = Math.max(0, ...model.columns.map(({ attribute }) => attribute.length));
  const types = model.columns.map((column) => typeText(column));
  const typeWidth = Math.max(0, ...types.map((text) => text.length));
  model.columns.forEach((column, index) => {
    const notes = notesOf(column, model).join(', ');
    lines.push(
      `  ${column.attribute.padEnd(width)}  ${types[index]!.padEnd(typeWidth)}  ${notes}`.trimEnd(),
    );
    if (isUnknown(column.type))
      lines.push(
        `  ${' '.repeat(width)}  unknown: ${column.type.unknown} (${place(column.type.at)})`,
      );
  });
  for (const one of model.relationships) {
    const many = isUnknown(one.many) ? '?' : one.many ? 'many' : 'one';
    lines.push(`  ${one.attribute.padEnd(width)}  → ${many} ${shown(one.target)}`);
  }
  for (const one of model.properties)
    lines.push(`  ${one.attribute.padEnd(width)}  ${one.kind.replace('_', ' ')}`);
  for (const { unknown, at } of model.incomplete)
    lines.push(`  may have more attributes: ${unknown} (${place(at)})`);
  return `${lines.join('\n')}\n`;
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
  return type.class ?? type.name;
}

function notesOf(column: ColumnFacts, model: ModelFacts): string[] {
  const notes: string[] = [];
  if (column.primaryKey === true) notes.push('primary key');
  if (column.autoincrement === true) notes.push('counted up');
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
  return [fact.value === undefined ? label : `${label} ${JSON.stringify(fact.value)}`];
}
