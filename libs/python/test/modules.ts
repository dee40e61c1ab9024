import fc from 'fast-check';
import { expect } from 'vitest';

import {
  assembleModule,
  builtin,
  isIdentifier,
  local,
  moduleSymbol,
  symbol,
} from '../src/index.js';
import { findings, format } from './ruff.js';

const member = fc.oneof(
  fc.stringMatching(/^[a-z]{1,2}$/).filter(isIdentifier),
  fc.stringMatching(/^[A-Za-z_]{1,2}\d{0,2}[A-Za-z]{0,61}$/).filter(isIdentifier),
  fc.constantFrom('Request', 'select', 'list', 'MAX', 'uuid', 'print', 'A1', 'a10', 'a9'),
);
const moduleName = fc.oneof(
  fc.constantFrom('typing', 'collections.abc', 'uuid', 'os.path', 'fastapi', 'sqlalchemy.orm'),
  fc.constantFrom('shop', 'shop.models', 'own.a10', 'own.a9', 'own.file', 'Upper', 'datetime'),
  fc.stringMatching(/^shop\.[a-z_]{1,62}x$/),
);
const inserted = fc.oneof(
  fc.tuple(moduleName, member, fc.constantFrom('', 'Model')).map((each) => symbol(...each)),
  fc.constantFrom('list', 'str').map(builtin),
  fc.constantFrom('uuid', 'os', 'os.path', 'datetime').map(moduleSymbol),
);
const section = fc
  .record({
    inserted: fc.array(inserted, { maxLength: 8 }),
    locals: fc.array(member.map(local), { maxLength: 2 }),
    parameter: fc.constantFrom('body', 'db', 'list', 'uuid'),
    isClass: fc.boolean(),
  })
  .map(({ inserted, locals, parameter, isClass }) => {
    const uses = [...inserted, ...locals].map(
      (each) => `    call(${each}, uuid=f"{${each}}", ${parameter}=1)\n`,
    );
    const assignments = locals.map((each) => `    ${each} = select(${parameter}, Query)\n`);
    const imports = 'from fastapi import Query, Unused\nfrom sqlalchemy import select\n\n\n';
    return isClass
      ? `class C:\n    ${parameter}: ${inserted[0] ?? 'int'} = None\n`
      : `${imports}def f(${parameter}: Query) -> None:\n${assignments.join('')}${uses.join('')}    Query(${parameter})\n`;
  });

/** Checks that random modules are as ruff formats them, and sort and use their imports. */
export function checkModules(numRuns: number): void {
  fc.assert(
    fc.property(fc.array(section, { minLength: 1, maxLength: 4 }), (sections) => {
      const text = assembleModule({
        module: 'own.file',
        header: '# Generated.',
        docstring: 'About.',
        sections: sections.filter((each, index) => sections.indexOf(each) === index),
        firstParty: ['shop'],
      });
      expect(format(text)).toBe(text);
      // The sections define one name several times, not their imports.
      const found = findings(text).filter((each) => !/^F811: (?:def f|class C)/.test(each));
      expect(found, text).toEqual([]);
    }),
    { numRuns, seed: 1 },
  );
}
