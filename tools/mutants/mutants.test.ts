import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { headerOf } from '@rowhouse/python';
import { typeRows } from '../../libs/fastapi/src/config/field-types.js';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

test('generated files are told from others by their header', () => {
  const [, header] = /^HEADER = "(.+)"$/m.exec(read('own_code.py'))!;
  expect(headerOf('the config').startsWith(header!)).toBe(true);
});

test('a mutant writes a constant to the fields of each type', () => {
  const source = read('routes.py');
  const table = source.slice(
    source.indexOf('def constant('),
    source.indexOf('def plain_annotation('),
  );
  const known = [...table.matchAll(/^ {8}"(.+)": /gm)].map(([, annotation]) => annotation);
  const requested = Object.values(typeRows)
    .map(({ annotation, requestAnnotation = annotation }) => requestAnnotation)
    .map((annotation) => annotation.replace(/(?:pydantic|typing)\./, ''))
    // Types of the runtime may have none, and a UUID is mostly the key of another row.
    .filter((annotation) => !/^runtime\.|^uuid\./.test(annotation));
  expect(known).toEqual(expect.arrayContaining(requested));
});
