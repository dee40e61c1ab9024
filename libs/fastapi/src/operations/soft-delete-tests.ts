import { operation } from '../operation.js';
import { section } from '../outputs/index.js';
import { argumentsOf, testedRoutes } from './access-tests.js';

/** The test that no operation meets a deleted row. */
export const softDeleteTests = operation({
  name: 'soft_delete_tests',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  after: ['access_tests'],
  when: ({ resource, outputs }) =>
    resource.access?.deletedAt !== undefined && outputs.own('test').length > 0,
  *build(context) {
    const { tests: module, noun, resource, access } = context;
    yield section(module, 'tests/deleted.py.ejs', {
      noun,
      rulesModule: access.module,
      // The tests of access have a list of them.
      isListed: !resource.access!.isOpen,
      operations: testedRoutes(context).map(argumentsOf),
    });
  },
});
