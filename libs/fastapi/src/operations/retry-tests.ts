import { operation } from '../operation.js';
import { hasParameter, section } from '../outputs/index.js';

/** The tests of routes that answer a retry as they have answered the request. */
export const retryTests = operation({
  name: 'retry_tests',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  after: ['idempotency', 'test_module'],
  when: ({ project, outputs }) =>
    project.idempotency !== undefined && outputs.own('test').length > 0,
  *build({ project, outputs, tests: module }) {
    const written = outputs.own('test');
    const tests = written.flatMap((test) => {
      const made = outputs.own('route').find((route) => route.operation === test.operation);
      if (made === undefined || !hasParameter(made, 'idempotency')) return [];
      const { slug, fn, onInstance, routesModule, required, returned } = test.variables;
      const isBulk = made.combines !== undefined;
      const create = written.find(({ operation: name }) => name === 'create');
      // One that makes no rows is not sent by tests that know of new rows only.
      const isMaking = made.combines?.some(({ operation: name }) => name === 'create');
      if (isBulk && !(isMaking && create)) return [];
      const { ownFields } = isBulk ? create! : test;
      const names = isBulk
        ? create!.variables['required']
        : hasParameter(made, 'body')
          ? required
          : undefined;
      const isNew = isBulk || made.rows === 'made';
      return {
        ...{ operation: test.operation, isBulk, isNew, ownFields, names },
        ...{ slug, fn, onInstance, returned },
        module: routesModule,
      };
    });
    if (tests.length === 0) return;
    yield section(module, 'tests/retries.py.ejs', {
      tests,
      required: project.idempotency!.required,
    });
  },
});
