import type { Definition, Output } from '@rowhouse/core';

import type { Endpoint, PythonOutput, Route, Section } from './outputs/index.js';

/** What a section of a Python file defines: names of its module, routes of the API. */
export function* definitions(output: Output, text: string): Iterable<Definition> {
  if (output.kind === 'static') return;
  const { file } = output as PythonOutput;
  for (const name of new Set(definedNames(text))) {
    yield { key: name, perFile: true, label: `'${name}' in ${file}` };
  }
  for (const { method, path } of endpointsOf(output)) {
    // The names of path variables do not tell two routes apart.
    const shape = path.replace(/\{[^}]*\}/g, '{}');
    const label = `${method.toUpperCase()} ${path || '/'}`;
    yield { key: `${method} ${shape}`, label };
  }
}

/** The names that a module's text binds at its top level, imports aside. */
function definedNames(text: string): string[] {
  return Array.from(text.matchAll(binding), ([, definition, variable]) => definition ?? variable!);
}

const binding = /^(?:(?:(?:async )?def|class) (\w+)|(\w+)(?:: [^=\n]+)? = )/gm;

function endpointsOf(output: Output): readonly Endpoint[] {
  if (output.kind !== 'route') return (output as Section).endpoints ?? [];
  const { method, mount, path, hiddenPath } = output as Route;
  const paths = hiddenPath === undefined ? [path] : [path, hiddenPath];
  return paths.map((each) => ({ method, path: mount + each }));
}
