import type { BuildContext } from '@rowhouse/core';

import type { App, Project, Resource } from '../config/project.js';
import { moduleAt, resourceModule, runtimeSymbol, type PythonModule } from '../modules.js';
import type { PythonOutput } from '../outputs/output.js';
import { nounOf, type Noun } from '../python/english.js';
import { dottedSymbol, ownSymbol, type PythonSymbol } from '../python/symbols.js';

/** A module of a resource, and what all sections of it say of the file. */
export interface ResourceModule extends PythonModule, Pick<PythonOutput, 'about'> {}

/** What the operations of a resource need to know of where they are. */
export interface ResourcePlace {
  readonly project: Project;
  readonly app: App;
  readonly resource: Resource;
  /** How docstrings call its rows. */
  readonly noun: Noun;
  /** The model class. */
  readonly model: PythonSymbol;
  /** What a handler calls a row. */
  readonly row: string;
  readonly schemas: ResourceModule;
  readonly serializers: ResourceModule;
  readonly routes: ResourceModule;
  readonly tests: ResourceModule & Required<Pick<PythonOutput, 'fileRemark'>>;
  /** A schema class of the resource: `schema('Resource')` is `ArticleResource`. */
  schema(suffix: string): PythonSymbol;
  /** A member of a runtime module. */
  runtime(module: string, name: string): PythonSymbol;
  /** Whether the resource has an entry that this operation serves. */
  has(operation: string): boolean;
}

const places = new WeakMap<Resource, ResourcePlace>();

/** The place of an operation of a resource. */
export function placeOf(context: BuildContext<Resource>): ResourcePlace {
  const resource = context.instance.value;
  let place = places.get(resource);
  if (place === undefined) {
    place = makePlace(resource, context.parents as { project: Project; app: App });
    places.set(resource, place);
  }
  return place;
}

function makePlace(resource: Resource, { project, app }: { project: Project; app: App }) {
  const noun = nounOf(resource.modelName);
  const schemas = resourceModule(project, app, resource, 'schemas');
  const operations = new Set(resource.operations.map((entry) => entry.operation));
  return {
    project,
    app,
    resource,
    noun,
    model: dottedSymbol(resource.model),
    row: rowName(resource),
    schemas: { ...schemas, about: `Request and response bodies of ${noun.many}.` },
    serializers: {
      ...resourceModule(project, app, resource, 'serializers'),
      about: `From mapped ${noun.many} to response bodies.`,
    },
    routes: {
      ...resourceModule(project, app, resource, 'routes'),
      about: `Routes of ${noun.many}.`,
    },
    tests: {
      ...moduleAt(project, `${app.module}/tests/test_${resource.name}`),
      about: `Tests of the routes of ${noun.many}.`,
      // A test asserts.
      fileRemark: 'ruff: noqa: S101',
    },
    schema: (suffix: string) => ownSymbol(schemas.module, resource.modelName + suffix),
    runtime: (module: string, name: string) => runtimeSymbol(project, module, name),
    has: (operation: string) => operations.has(operation),
  };
}

/** Names that a generated module may use beside a row's. */
const otherNames = new Set(
  (
    'again anonymous_client APIRouter apply_filters apply_offset_pagination apply_ordering bindparam body bool bytes ' +
    'builtins changes client count created current_user datetime db decimal delete dict error_responses expected ' +
    'fetch_keyset_page float get_object_from_query_or_404 int items key keyset_order limit list ' +
    'location order page pk pytest request response result run_action router rows run_action select statement stored str ' +
    'to_list_item to_resource update uuid'
  ).split(' '),
);

/** A longer name would not leave the room for the call that finds the row, or for its key. */
const longestRowName = 40;
const longestKeyAccess = 70;

function rowName({ name, pk }: Resource): string {
  const long = name.length > longestRowName || name.length + pk.length > longestKeyAccess;
  return long || otherNames.has(name) ? 'row' : name;
}
