import { defineOperation } from '@rowhouse/core';

import type { Resource } from '../config/project.js';
import { section } from '../outputs/section.js';
import type { TestCase, TestConstant } from '../outputs/test-case.js';
import { textAssignment } from '../python/layout.js';
import { attribute } from '../python/symbols.js';
import { placeOf } from './place.js';

/** A key that no row has. */
const missingKeys = { uuid: '00000000-0000-0000-0000-000000000000', int: '0', str: 'missing' };

/** What stands above the tests of a resource: the marks and the constants that they use. */
export const testModule = defineOperation<Resource>({
  name: 'test_module',
  target: 'fastapi',
  scope: 'resource',
  activation: 'always',
  stage: 'amend',
  after: ['auth'],
  when: ({ outputs }) => outputs.own<TestCase>('test').length > 0,
  *build(context) {
    const place = placeOf(context);
    const { routePrefix, pkType } = place.resource;
    const lines: Readonly<Record<TestConstant, string>> = {
      COLLECTION: textAssignment('COLLECTION', routePrefix),
      MISSING: textAssignment('MISSING', `${routePrefix}/${missingKeys[pkType]}`),
      UNKNOWN_FIELD: 'UNKNOWN_FIELD = {"no_such_field": True}',
    };
    const tests = context.outputs.own<TestCase>('test');
    const used = new Set(tests.flatMap((test) => test.constants));
    const constants = (Object.keys(lines) as TestConstant[]).filter((name) => used.has(name));
    yield section({
      ...place.tests,
      part: 'object',
      defines: ['pytestmark', ...constants],
      template: 'tests/head.py.ejs',
      view: (use) => ({
        mark: use(attribute('pytest', 'mark')),
        constants: constants.map((name) => lines[name]),
      }),
    });
  },
});
