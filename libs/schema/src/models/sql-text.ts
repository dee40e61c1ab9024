import { isIdentifier, literal } from '@rowhouse/python';

import { sqlalchemy } from './python-type.js';

/** SQL for `text()` and what SQLAlchemy treats alike: there, a colon before a word is a parameter. */
export function sqlText(sql: string): string {
  return literal(sql.replace(/(?<![:\w\\]):(?=\w)/g, '\\:'));
}

/** A default of the database. */
export function serverDefault(sql: string): string {
  const [, string] = /^'((?:[^'\\]|'')*)'$/.exec(sql) ?? [];
  if (string !== undefined) return literal(string.replaceAll("''", "'"));
  const [, name] = /^(\w+)\(\)$/.exec(sql) ?? [];
  if (name !== undefined && isIdentifier(name) && !name.startsWith('_')) {
    return `${sqlalchemy('func')}.${name}()`;
  }
  if (sql === 'true' || sql === 'false') return `${sqlalchemy(sql)}()`;
  return `${sqlalchemy('text')}(${sqlText(sql)})`;
}
