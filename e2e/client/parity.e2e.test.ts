import { describe, expect, it } from 'vitest';

import { generateProject } from '../generated-project.js';
import { operationsIn, type Operation } from './client-operations.js';
import { generateClient } from './generated-client.js';
import { operationsOf, type Document } from './openapi-operations.js';
import { differences } from './shape.js';

/** Prints the OpenAPI documents of all generated routers. */
const printDocuments = `
import importlib, json, pathlib
from fastapi import FastAPI

documents = []
for path in sorted(pathlib.Path().rglob("routes/__init__.py")):
    if "tags_metadata" in path.read_text():
        app = FastAPI()
        app.include_router(importlib.import_module(".".join(path.parent.parts)).router)
        documents.append(app.openapi())
print(json.dumps(documents))
`;

const nowhere = {
  DATABASE_URL: '',
  MAIN_DATABASE_URL: '',
  LEDGER_URL: '',
  ARCHIVE_DATABASE_URL: '',
};

/** What the client leaves out: routes of the project's own, and the one that gives tokens, which takes a form. */
const projects: readonly (readonly [folder: string, config: string, ...left: string[]])[] = [
  ['apps/demo', 'codegen.config.jsonnet', 'POST /auth/token'],
  ['e2e/projects/clinic', 'codegen.config.jsonnet', 'POST /auth/token', 'POST /billing/login'],
  ['e2e/projects/helpdesk', 'codegen.config.jsonnet'],
  ['e2e/projects/inventory', 'codegen.config.jsonnet'],
  ['e2e/projects/team', 'codegen.config.jsonnet', 'POST /desk/auth/token'],
  ['e2e/projects/theatre', 'codegen.config.jsonnet'],
  // Related rows and their number.
  ['e2e/projects/orders', 'codegen.config.jsonnet', 'POST /auth/token'],
  [
    'e2e/projects/firms',
    'codegen.config.jsonnet',
    'GET /firms/count',
    'GET /hours',
    'GET /tickets/urgent',
    'POST /auth/token',
    'POST /devices/import',
  ],
  ['e2e/projects/stock', 'codegen.config.jsonnet', 'POST /auth/token'],
  ['e2e/projects/support', 'codegen.config.jsonnet', 'POST /auth/token'],
  ['examples/library', 'codegen.config.jsonnet', 'POST /auth/token'],
  ['e2e/projects/versions', 'v1.config.jsonnet', 'POST /auth/token'],
  ['e2e/projects/versions', 'v2.config.jsonnet', 'POST /auth/token'],
];

describe.each(projects)('%s, %s', (folder, config, ...left) => {
  it('has the operations, bodies, filters and statuses of its OpenAPI document', async () => {
    const project = await generateProject(folder, [config]);
    const client = generateClient(`${folder}/${config}`);
    try {
      const printed = await project.python('python', ['-c', printDocuments], nowhere);
      const documents = JSON.parse(printed) as Document[];
      const api = new Map(documents.flatMap((each) => [...operationsOf(each)]));
      const own = operationsIn(client.directory);
      expect([...api.keys()].filter((key) => !own.has(key)).sort()).toEqual(left);
      expect([...own.keys()].filter((key) => !api.has(key))).toEqual([]);
      const found = [...own].flatMap(([key, operation]) =>
        compare(operation, api.get(key)!).map((each) => `${key}: ${each}`),
      );
      expect(found).toEqual([]);
    } finally {
      project.remove();
      client.remove();
    }
  });
});

function compare(client: Operation, api: Operation): readonly string[] {
  const { search } = client;
  return [
    ...differences([...client.parameters], [...api.parameters], 'path'),
    ...differences(client.body ?? 'none', api.body ?? 'none', 'body'),
    ...differences(client.response ?? 'none', api.response ?? 'none', 'response'),
    ...differences(client.errors.join(), api.errors.join(), 'errors'),
    ...differences(client.headers.join(), api.headers.join(), 'headers'),
    ...differences(search?.sorts.join() ?? '', api.search?.sorts.join() ?? '', 'sort'),
    ...differences(search?.paging.join() ?? '', api.search?.paging.join() ?? '', 'paging'),
    ...filterDifferences(search?.filters ?? {}, api.search?.filters ?? {}),
  ];
}

type Filters = NonNullable<Operation['search']>['filters'];

/** Operators that compare which of two values of an enum is greater are left out on purpose. */
const orders = new Set(['gt', 'gte', 'lt', 'lte', 'between']);

/** A MAC address, which the API takes for a text as long as it cannot be null. */
const macAddress = 'device';

function filterDifferences(client: Filters, api: Filters): readonly string[] {
  const isEnum = (value: unknown) => JSON.stringify(value)?.includes('\\"') ?? false;
  const without = (field: string) => {
    const operators = Object.entries(api[field] ?? {});
    if (!isEnum(client[field]?.['eq'])) return Object.fromEntries(operators);
    return Object.fromEntries(operators.filter(([name]) => !orders.has(name)));
  };
  const fields = [...new Set([...Object.keys(client), ...Object.keys(api)])].filter(
    (field) => field !== macAddress,
  );
  return fields.flatMap((field) =>
    differences({ of: client[field] ?? {} }, { of: without(field) }, `filter ${field}`),
  );
}
