import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { typeRows } from '../../libs/fastapi/src/config/field-types.js';

test('a mutant writes a constant to the fields of each type', () => {
  const source = readFileSync(new URL('routes.py', import.meta.url), 'utf8');
  const table = source.slice(
    source.indexOf('def constant('),
    source.indexOf('def plain_annotation('),
  );
  const known = [...table.matchAll(/^ {8}"(.+)": /gm)].map(([, annotation]) => annotation);
  const requested = Object.values(typeRows)
    .map(({ annotation, requestAnnotation = annotation }) => requestAnnotation)
    .map((annotation) => annotation.replace(/(?:pydantic|runtime\.schemas|typing)\./, ''))
    // Ranges have no constants yet, and a UUID is mostly the key of another row.
    .filter((annotation) => !/^runtime\.ranges\.|^uuid\./.test(annotation));
  expect(known).toEqual(expect.arrayContaining(requested));
});
