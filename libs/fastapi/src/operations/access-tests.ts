import { literal } from '@rowhouse/python';

import { isOpenedByTests, stampsIn } from '../config/access.js';
import { examplePayload } from '../config/claims.js';
import type { Field } from '../config/field.js';
import type { ResourceContext } from '../context.js';
import { operation } from '../operation.js';
import { hasRelations } from '../relations/examples.js';
import { hasParameter, section, type Route, type RouteTests } from '../outputs/index.js';
import { hasUser, mayReferToUnseen, ruleAfter } from '../resource/access.js';
import { namesOfAttributes, rowSource, userSource } from '../resource/access-tests/source.js';
import type { Answer, Asked } from '../resource/access-tests/judge.js';
import { tablesOf } from '../resource/access-tests/tables.js';
import { handlerModules, keywordsOf } from '../resource/hooks.js';
import { keyPath } from '../resource/route.js';

/** The tests of who gets at which rows, by which operation. */
export const accessTests = operation({
  name: 'access_tests',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  after: ['test_module'],
  when: ({ resource, outputs }) => resource.access !== undefined && outputs.own('test').length > 0,
  *build(context) {
    const { app, resource, outputs, tests: module, noun, Model, access: rules } = context;
    const access = resource.access!;
    const claims = app.auth!.user ?? [];
    const tested = outputs.own('route').flatMap((route) => {
      // What other variables of the path stand for, only its own tests know.
      const rest = route.rows === 'listed' ? route.path : route.path.replace(keyPath(context), '');
      if (rest.includes('{')) return [];
      const test = outputs.own('test').find((each) => each.operation === route.operation);
      return test === undefined ? [] : [testedRoute(context, route, test)];
    });
    // Another route that makes rows may take no body, or a row to begin with: its own tests know.
    const created = tested.find(({ asked, route }) => asked.rows === 'made' && route.path === '/');
    const tables = tablesOf(
      access,
      claims,
      tested.map(({ asked }) => asked),
      created?.asked,
    );
    const updated = tested.find(({ route }) => route.method === 'patch');
    const routeOf = (name: string) => tested.find(({ asked }) => asked.operation === name)!.route;
    const source = rowSource(context, access);
    const named = namesOfAttributes(access);
    const needed = claims.filter(({ name, nullable }) => !nullable && named.has(name));
    yield section(module, 'tests/access.py.ejs', {
      noun,
      Model,
      url: app.prefix + resource.routePrefix,
      key: resource.key.map(({ name }) => name),
      userKey: resource.userKey,
      hasRelations: hasRelations(context),
      hasRules: access.hasRules,
      isOpened: isOpenedByTests(access) || mayReferToUnseen(context),
      hasOneRow: access.hasOneRow,
      rulesModule: rules.module,
      routesModule: context.routes.module,
      handlers: handlerModules(outputs.own('route')),
      users: tables.actors.map((actor) => [actor.name, userSource(context, access, actor)]),
      stamped: stampsIn(access).map(({ field }) => field),
      operations: tested.map(argumentsOf),
      functions: [...new Set(access.rules.flatMap(({ whereFn }) => whereFn ?? []))],
      answers: tables.answers.map(({ actor, row, answers }) => ({
        actor: actor.name,
        row: source(row),
        answers: byStatus(answers, tested),
      })),
      changes: tables.changes.map(({ actor, row, operation: name, sent, answer }) => ({
        actor: actor.name,
        operation: name,
        row: source(row),
        sent: source(sent),
        answer: statusOf(answer, routeOf(name).status),
      })),
      creations: tables.creations.map(({ actor, sent, answer }) => ({
        actor: actor.name,
        sent: source(sent),
        answer: statusOf(answer, 201),
      })),
      makers: tables.makers
        ?.filter((actor) => tables.actors.includes(actor))
        .map(({ name }) => name),
      created,
      updated,
      hasActions: tested.some(({ fn, on }) => fn !== undefined && on === 'row'),
      payload: needed.length > 0 && examplePayload(claims),
      claims: needed.map(({ path }) => path),
    });
  },
});

/** A route with what its tests know of it. */
function testedRoute(context: ResourceContext, route: Route, test: RouteTests) {
  const [start, end] = route.path.split(keyPath(context)) as [string, string?];
  const on = route.rows === 'listed' ? 'search' : end === undefined ? 'all' : 'row';
  const { variables } = test;
  const isAction = typeof variables['fn'] === 'string';
  const required = variables['required'] as readonly string[];
  const asked: Asked = {
    operation: route.operation,
    rows: route.rows,
    hasUser: hasUser(context, route),
    settable: isAction ? undefined : settableBy(test.accepts),
  };
  return {
    asked,
    route,
    on,
    start: end === undefined ? '' : start,
    end: end ?? start,
    body: hasParameter(route, 'body') ? (route.method === 'patch' ? [] : required) : undefined,
    required,
    rule: ruleAfter(context, route)?.path,
    sendable: [
      ...required,
      ...Object.keys(variables['optional'] as object),
      ...(variables['filled'] as readonly string[]),
    ],
    own: test.ownFields,
    before: route.hooks.before.map(({ fn }) => fn),
    onRow: [
      ...route.hooks.before.filter((hook) => keywordsOf(hook, 'before', route).includes('row')),
      ...route.hooks.after,
    ].map(({ fn }) => fn),
    handler: route.hooks.handler?.fn,
    fn: isAction ? (variables['fn'] as string) : undefined,
    module: context.routes.module,
    returned: variables['returned'] as readonly string[] | undefined,
  };
}

function settableBy(fields: readonly Field[]): Asked['settable'] {
  return new Map(fields.map((field) => [field.name, { nullable: field.nullable }]));
}

/** What the operation is in the tests: the arguments of an `Operation`. */
function argumentsOf({
  asked,
  route,
  on,
  start,
  end,
  body,
  own,
  fn,
  module,
  returned,
}: ReturnType<typeof testedRoute>): readonly string[] {
  const named = {
    start: start === '' ? undefined : literal(start),
    end: end === '' ? undefined : literal(end),
    on: on === 'row' ? undefined : literal(on),
    body: body && literal(body),
    fields: own === '' ? undefined : own,
    needs_user: asked.hasUser ? undefined : literal(false),
    function: fn && literal(fn),
    module: fn && literal(module),
    returned: fn && returned && literal(returned),
  };
  return [
    literal(asked.operation),
    literal(route.method.toUpperCase()),
    ...Object.entries(named).flatMap(([name, source]) =>
      source === undefined ? [] : [`${name}=${source}`],
    ),
  ];
}

/** Which operations answer with which status: `{200: "get list", 403: "delete"}`. */
function byStatus(
  answers: readonly Answer[],
  tested: readonly ReturnType<typeof testedRoute>[],
): string {
  const names = new Map<number, string[]>();
  for (const [index, { asked, route }] of tested.entries()) {
    const answer = answers[index];
    if (answer === undefined) continue;
    const status = statusOf(answer, route.status);
    names.set(status, [...(names.get(status) ?? []), asked.operation]);
  }
  const entries = [...names].sort(([one], [two]) => one - two);
  return `{${entries.map(([status, each]) => `${status}: ${literal(each.join(' '))}`).join(', ')}}`;
}

function statusOf(answer: NonNullable<Answer>, done: number): number {
  return { done, absent: 404, refused: 403 }[answer];
}
