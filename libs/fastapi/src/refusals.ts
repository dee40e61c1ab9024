import { text, type Output, type Refusal } from '@rowhouse/core';
import { logicalLines, symbolsIn, withPlainNames } from '@rowhouse/python';

import { type AskedRule, type Route, rowKinds } from './outputs/index.js';

/** What keeps a route from holding to the `access` of its resource, whoever wrote it. */
export function refusals(output: Output, rendered: string, scopes: readonly string[]): Refusal[] {
  const route = output as Route;
  if (output.kind !== 'route' || route.rules === undefined) return [];
  const found = [
    ...withoutUser(route),
    ...undeclared(route, scopes),
    ...unscoped(route, rendered, route.rules),
  ];
  return found.length > 0 ? found : unasked(route, rendered, route.rules);
}

/** Its rows are there for users alone, and it knows none. */
function withoutUser({ operation, lacksUser }: Route): Refusal[] {
  if (!lacksUser) return [];
  return [
    {
      code: 'access-without-user',
      message: text`the route ${operation} needs no user, but 'access' requires one`,
      fix: "Remove its path from 'exclude_paths' in auth, or let a rule allow it to 'anyone'.",
    },
  ];
}

/** The statements of its module that the operation does not declare. */
function undeclared({ operation, rows, statements }: Route, scopes: readonly string[]): Refusal[] {
  return [...statements, ...(rowKinds[rows].makes ? ['INSERT'] : [])]
    .filter((each) => !scopes.includes(each))
    .map((each) => ({
      code: 'unscoped-operation',
      message: text`the route ${operation} uses ${each}, which its operation does not declare`,
      fix: text`Add ${each} to 'scopes' of the operation.`,
    }));
}

/** The statements in its text that ask no rule. */
function unscoped({ operation }: Route, rendered: string, rules: string): Refusal[] {
  return logicalLines(rendered)
    .map(({ start, end }) => rendered.slice(start, end))
    .filter((line) => isUnscoped(line, rules))
    .map((line) => ({
      code: 'unscoped-statement',
      message: text`the template of the route ${operation} has a statement without an access condition: ${plain(line)}`,
      fix: "Add <%- scope %> after it, or include '/parts/find.py.ejs'.",
    }));
}

/** Statements of the routes module, of SQLAlchemy, and what a session finds by a key. */
const ofModule = /(?<!\w)_(?:SELECT|UPDATE|DELETE|LIST|ROWS)\b(?:\.where\()?/g;
const ofTemplate =
  /(?:(?<![\w.])|\b(?:sa|sqlalchemy)\.)(?:select|select_for|select_only|insert|update|delete|text)\(|\bdb\.(?:get|get_one|merge)\(/;

function isUnscoped(line: string, rules: string): boolean {
  // A docstring, a comment.
  if (/^\s*(?:r?"""|#)/.test(line)) return false;
  const asksRule = symbolsIn(line).some(({ module }) => module === rules);
  const bare = [...line.matchAll(ofModule)].some(([found]) => !found.endsWith('.where('));
  return bare || (!asksRule && (ofTemplate.test(ofLibraries(line)) || line.search(ofModule) >= 0));
}

/** A line without the names of the project's own code, which may be any. */
function ofLibraries(line: string): string {
  return withPlainNames(line, ({ module, name, firstParty }) =>
    firstParty ? '_' : (name ?? module!),
  );
}

/** The rules that its template has to ask, and does not. */
function unasked({ operation, asks }: Route, rendered: string, rules: string): Refusal[] {
  const left = symbolsIn(rendered).flatMap(({ module, name }) => (module === rules ? [name] : []));
  return asks
    .filter(({ name }) => {
      const at = left.indexOf(name);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    })
    .map(({ variable }) => ({
      code: 'missing-access-check',
      message: text`the template of the route ${operation} does not insert ${`<%- ${variable} %>`}, which 'access' requires`,
      fix: fixes[variable],
    }));
}

const fixes: Readonly<Record<AskedRule['variable'], string>> = {
  scope: "Add it after the statement that finds rows, or include '/parts/find.py.ejs'.",
  may: "Include '/parts/find.py.ejs', or add <%- scope %> after the statement that finds the row.",
  allowed: "Include '/parts/route.py.ejs', which inserts it.",
  after: 'Pass it to refresh_row: may=<%- after %>.',
  stamp: 'Pass it to build_row: build_row(<%- Model %>, body, <%- stamp %>).',
};

function plain(line: string): string {
  return withPlainNames(line).trim().replace(/\s+/g, ' ');
}
