import type { Renderer } from '@rowhouse/core';

import type { Route } from '../outputs/route.js';
import type { Use } from '../outputs/section.js';
import { docstring } from '../python/english.js';
import { toDoc } from '../python/expression.js';
import { layout, prefixed } from '../python/layout.js';
import { literal } from '../python/literal.js';
import type { PythonFile } from './file.js';

export const routeRenderer: Renderer<Route, PythonFile> = {
  template: ({ body }) => body.template,
  view: (route, { use }) => ({
    decorators: decorators(route, use),
    signature: signature(route, use),
    doc: docstring(4, ...route.docs),
    ...route.body.view(use, route),
  }),
};

function decorators(route: Route, use: Use): string {
  const { path, hiddenPath, status } = route;
  const hidden =
    hiddenPath === undefined
      ? []
      : [decorator(route, hiddenPath, ['include_in_schema=False', ...statusOption(status)])];
  const options = [`operation_id=${literal(route.operationId)}`, ...statusOption(status)];
  if (route.errors.length > 0) {
    const codes = [...new Set(route.errors)].sort((left, right) => left - right);
    options.push(`responses=${use(route.errorResponses)}(${codes.join(', ')})`);
  }
  return [...hidden, decorator(route, path, options)].join('\n');
}

function decorator({ method }: Route, path: string, options: readonly string[]): string {
  const lines = [literal(path), ...options].map((line) => `    ${line},\n`);
  return `@router.${method}(\n${lines.join('')})`;
}

function statusOption(status: number | undefined): string[] {
  return status === undefined ? [] : [`status_code=${status}`];
}

/** From the function's name to the colon; one parameter a line, so that no name's length matters. */
function signature({ handler, parameters, returns }: Route, use: Use): string {
  const lines = parameters.map(({ name, annotation }) => {
    return `    ${layout(prefixed(`${name}: `, toDoc(annotation, use)), 4, 0, 1)},\n`;
  });
  const result = layout(toDoc(returns, use), 0, 5, 1);
  return `${handler}(${lines.length > 0 ? `\n${lines.join('')}` : ''}) -> ${result}:`;
}
