import { literal } from '@rowhouse/python';

import { isOpenedByTests, stampsIn } from '../config/access.js';
import type { ResourceContext } from '../context.js';
import { operation } from '../operation.js';
import { answersOf } from '../relations/answers.js';
import { writtenIn } from '../relations/config.js';
import {
  askingParts,
  hasParameter,
  section,
  type Route,
  type RouteTests,
} from '../outputs/index.js';
import { hasUser, mayReferToUnseen, ruleAfter } from '../resource/access.js';
import {
  matrixOf,
  type Answer,
  type Asked,
  type WriteCase,
} from '../resource/access-tests/matrix.js';
import { rowSource, userSource } from '../resource/access-tests/source.js';
import { nobody } from '../resource/access-tests/world.js';
import { handlerModules } from '../resource/hooks.js';
import { rolesFor } from '../resource/permission.js';
import { keyPath } from '../resource/route.js';
import { jsonKey } from '../resource/test-fields.js';

/** The tests of who gets at which rows, by which operation. */
export const accessTests = operation({
  name: 'access_tests',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  after: ['test_module'],
  when: ({ resource, outputs }) =>
    resource.access?.isOpen === false && outputs.own('test').length > 0,
  *build(context) {
    const { app, resource, outputs, tests: module, noun, Model, access: rules } = context;
    const access = resource.access!;
    const claims = app.auth!.user ?? [];
    const tested = testedRoutes(context);
    // Another route that makes rows may take no body, or a row to begin with: its own tests know.
    const created = tested.find(({ asked, route }) => asked.rows === 'made' && route.path === '/');
    const updated = tested.find(({ route }) => route.method === 'patch');
    const { actors, answers, writes } = matrixOf(
      access,
      claims,
      tested.map(({ asked }) => asked),
    );
    const routeOf = (name: string) => tested.find(({ asked }) => asked.name === name)!.route;
    const makesRows = tested.some(({ makesRows }) => makesRows);
    const roles =
      created && rolesFor(access, created.asked.operation, 'made', created.asked.hasUser);
    const source = rowSource(context, access);
    yield section(module, 'tests/access.py.ejs', {
      noun,
      Model,
      url: app.prefix + resource.routePrefix,
      key: resource.key.map(({ name }) => name),
      userKey: resource.userKey,
      embeds: answersOf(context).length > 0,
      deletedAt: access.deletedAt,
      isOpened: isOpenedByTests(access) || mayReferToUnseen(context),
      rulesModule: rules.module,
      routesModule: context.routes.module,
      handlers: [
        ...handlerModules(outputs.own('route')),
        ...(makesRows ? [context.relations.module] : []),
      ],
      makesRows: makesRows && context.relations.module,
      users: actors
        .filter((actor) => actor !== nobody)
        .map((actor) => [actor.name, userSource(context, access, actor)]),
      stamped: stampsIn(access).map(({ field }) => field),
      operations: tested.map(argumentsOf),
      functions: [...new Set(access.rules.flatMap(({ whereFn }) => whereFn ?? []))],
      answers: answers.flatMap(({ actor, row, answers }) =>
        byStatus(answers, tested).map((statuses) => ({
          actor: actor.name,
          row: source(row),
          answers: statuses,
        })),
      ),
      writes: writes.filter(canBeSent).map(({ actor, row, operation: name, becomes, answer }) => ({
        actor: actor.name,
        operation: name,
        row: row && source(row),
        becomes: source(becomes),
        answer: statusOf(answer, routeOf(name).rows === 'upserted' ? 201 : routeOf(name).status),
      })),
      refers: tested.some(({ route }) => route.refers || route.rows === 'upserted'),
      makers:
        roles &&
        actors
          .filter((actor) => actor.roles.some((role) => roles.includes(role)))
          .map(({ name }) => name),
      created,
      updated,
    });

    /** Whether an upsert can say what a row becomes: no event changes it on the way. */
    function canBeSent({ operation: name, becomes }: WriteCase): boolean {
      const { by, names } = tested.find(({ asked }) => asked.name === name)!;
      const isSent = (field: string) => field.includes('.') || names.includes(field);
      return by === undefined || Object.keys(becomes).every(isSent);
    }
  },
});

/** The routes that tests can call without knowing more of them. */
export function testedRoutes(context: ResourceContext) {
  const { outputs } = context;
  return outputs.own('route').flatMap((route) => {
    // What other variables of the path stand for, only its own tests know.
    const rest = route.rows === 'listed' ? route.path : route.path.replace(keyPath(context), '');
    if (rest.includes('{') && route.rows !== 'upserted') return [];
    return askingParts(route).flatMap((part) => {
      const test = outputs.own('test').find((each) => each.operation === part.operation);
      return test === undefined ? [] : [testedRoute(context, part, test)];
    });
  });
}

/** A route with what its tests know of it. */
function testedRoute(context: ResourceContext, route: Route, test: RouteTests) {
  const isUpsert = route.rows === 'upserted';
  const [start, end] = isUpsert
    ? [route.path.replace(/\/\{.*/, '')]
    : (route.path.split(keyPath(context)) as [string, string?]);
  const isBulk = route.combines !== undefined;
  const isOnRow = isBulk ? route.rows !== 'made' : end !== undefined;
  const on = route.rows === 'listed' ? 'search' : isOnRow ? 'row' : 'all';
  const { variables } = test;
  const isAction = typeof variables['fn'] === 'string';
  const isUpdate = route.method === 'patch' || (isBulk && route.rows === 'changed');
  const required = variables['required'] as readonly string[];
  const asked: Asked = {
    name: isBulk ? `bulk_${route.operation}` : route.operation,
    operation: route.operation,
    rows: route.rows,
    hasUser: hasUser(context, route),
    unique: isUpsert ? (route.variables['unique'] as readonly string[]) : [],
    // What other operations do with a row, their plugins know; what handlers do, a test of its own tries.
    isWritable:
      route.hooks.handler === undefined &&
      ((isAction && on === 'row') ||
        isUpdate ||
        isUpsert ||
        (route.rows === 'made' && (isBulk || route.path === '/'))),
  };
  return {
    asked,
    route,
    on,
    start: end === undefined ? '' : start,
    end: end ?? start,
    body:
      hasParameter(route, 'body') && route.rows !== 'deleted'
        ? isUpdate || isUpsert
          ? namesOf(test)
          : required
        : undefined,
    required,
    by: isUpsert ? (variables['by'] as readonly string[]) : undefined,
    /** The attributes that its request sets. */
    names: test.accepts.map(({ name }) => name),
    makesRows: test.accepts.some(({ writes }) => writes?.kind === 'nested' && writes.min_items > 0),
    own: test.ownFields,
    handler: route.hooks.handler?.fn,
    rule: ruleAfter(context, route)?.path,
    bulk: isBulk ? route.operation : undefined,
    isVersioned: isBulk && isOnRow && context.resource.version?.required === true,
    fn: isAction ? (variables['fn'] as string) : undefined,
    module: context.routes.module,
    returned: variables['returned'] as readonly string[] | undefined,
  };
}

/** The fields of a request, without those that write related rows. */
function namesOf({ accepts, variables }: RouteTests): readonly string[] {
  const written = new Set(writtenIn(accepts).map(jsonKey));
  return (variables['names'] as readonly string[]).filter((name) => !written.has(name));
}

/** What the operation is in the tests: the arguments of an `Operation`. */
export function argumentsOf({
  asked,
  route,
  on,
  start,
  end,
  body,
  by,
  own,
  bulk,
  isVersioned,
  fn,
  module,
  returned,
}: ReturnType<typeof testedRoute>): readonly string[] {
  const named = {
    start: start === '' ? undefined : literal(start),
    end: end === '' ? undefined : literal(end),
    on: on === 'row' ? undefined : literal(on),
    body: body && literal(body),
    by: by && literal(by),
    fields: own === '' ? undefined : own,
    bulk: bulk && literal(bulk),
    versioned: isVersioned ? 'True' : undefined,
    function: fn && literal(fn),
    module: fn && literal(module),
    returned: fn && returned && literal(returned),
    restores: asked.rows === 'restored' ? 'True' : undefined,
  };
  return [
    literal(asked.name),
    literal(route.method.toUpperCase()),
    ...Object.entries(named).flatMap(([name, source]) =>
      source === undefined ? [] : [`${name}=${source}`],
    ),
  ];
}

/** What fits behind a status in a line, as deep as a case stands. */
const width = 68;

/** Which operations answer with which status: `{200: "get list", 403: "delete"}`; more than one where lines would be too long. */
function byStatus(
  answers: readonly (Answer | undefined)[],
  tested: readonly ReturnType<typeof testedRoute>[],
): readonly string[] {
  const lines: Map<number, string>[] = [];
  for (const [index, { asked, route }] of tested.entries()) {
    const answer = answers[index];
    if (answer === undefined) continue;
    const status = statusOf(answer, route.status);
    const names = (line: Map<number, string>) =>
      [line.get(status) ?? [], asked.name].flat().join(' ');
    let line = lines.find((each) => names(each).length <= width);
    if (line === undefined) lines.push((line = new Map<number, string>()));
    line.set(status, names(line));
  }
  return lines.map((line) => {
    const entries = [...line].sort(([one], [two]) => one - two);
    return `{${entries.map(([status, each]) => `${status}: ${literal(each)}`).join(', ')}}`;
  });
}

function statusOf(answer: Answer, done: number): number {
  return { done, absent: 404, refused: 403, unknown: 401, taken: 409 }[answer];
}
