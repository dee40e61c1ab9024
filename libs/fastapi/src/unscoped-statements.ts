import { text, type Output, type Refusal } from '@rowhouse/core';
import { logicalLines, symbolsIn, withPlainNames } from '@rowhouse/python';

import type { Route } from './outputs/index.js';

/**
 * The statements of a route that do not keep to the rows of its user, whoever wrote its template: those of its
 * module that the operation does not declare, and those that ask no rule.
 */
export function unscopedStatements(
  output: Output,
  rendered: string,
  scopes: readonly string[],
): Refusal[] {
  const { rules, rows, statements, operation } = output as Route;
  if (output.kind !== 'route' || rules === undefined) return [];
  const used = [...statements, ...(rows === 'made' ? ['INSERT'] : [])];
  const undeclared = used
    .filter((each) => !scopes.includes(each))
    .map((each) => ({
      code: 'unscoped-operation',
      message: text`the route ${operation} uses ${each}, which its operation does not declare`,
      fix: text`Add ${each} to 'scopes' of the operation.`,
    }));
  const unscoped = logicalLines(rendered)
    .map(({ start, end }) => rendered.slice(start, end))
    .filter((line) => isUnscoped(line, rules))
    .map((line) => ({
      code: 'unscoped-statement',
      message: text`the template of the route ${operation} has a statement that keeps to no rows: ${plain(line)}`,
      fix: "Write <%- scope %> behind it, or include '/parts/find.py.ejs'.",
    }));
  return [...undeclared, ...unscoped];
}

/** Statements of the routes module, of SQLAlchemy, and what a session finds by a key. */
const ofModule = /(?<!\w)_(?:SELECT|UPDATE|DELETE|LIST)\b(?:\.where\()?/g;
const ofTemplate =
  /(?:(?<![\w.])|\b(?:sa|sqlalchemy)\.)(?:select|select_for|insert|update|delete|text)\(|\bdb\.(?:get|get_one|merge)\(/;

function isUnscoped(line: string, rules: string): boolean {
  // A docstring, a comment.
  if (/^\s*(?:r?"""|#)/.test(line)) return false;
  const asksRule = symbolsIn(line).some(({ module }) => module === rules);
  const bare = [...line.matchAll(ofModule)].some(([found]) => !found.endsWith('.where('));
  return (
    bare || (!asksRule && (ofTemplate.test(withPlainNames(line)) || line.search(ofModule) >= 0))
  );
}

function plain(line: string): string {
  return withPlainNames(line).trim().replace(/\s+/g, ' ');
}
