import type { Definition, Output } from '@rowhouse/core';

import { endpointsOf, endpointText, shapeOf, type PythonOutput } from './outputs/index.js';

/** What a section of a Python file defines: names of its module, routes of the API. */
export function definitions(output: Output, text: string): Definition[] {
  if (output.kind === 'static') return [];
  const { file } = output as PythonOutput;
  return [
    ...definedNames(text).map((name) => ({
      key: name,
      perFile: true,
      label: () => `'${name}' in ${file}`,
    })),
    ...endpointsOf(output).map((endpoint) => ({
      key: shapeOf(endpoint),
      label: () => endpointText(endpoint),
    })),
  ];
}

/** The names that a module's text binds at its top level, imports aside. */
function definedNames(text: string): string[] {
  const bindings = new Set(text.match(binding));
  return Array.from(bindings, (each) => each.slice(each.lastIndexOf(' ') + 1));
}

/** `class Name`, `def name`, `async def name`, `name` before `=` or before `: annotation =`. */
const binding = /^(?:(?:class|def|async def) \w+|\w+(?=(?:: [^=\n]+)? = ))/gm;
