import type { AnyRenderer, RenderedFile } from '@rowhouse/core';
import { assembleModule, docstring, symbol } from '@rowhouse/python';

import type { Project } from './config/project.js';
import { sectionOrder } from './hidden-routes.js';
import { namingComment } from './naming-comment.js';
import { testingPackage } from './modules.js';
import { hasParameter } from './outputs/index.js';
import type {
  Handler,
  Parameter,
  PythonOutput,
  Route,
  RouteTests,
  SchemaClass,
  Section,
} from './outputs/index.js';
import { header } from './packages.js';

const template = (output: PythonOutput) => output.template;

/** The variables of a template are those that its output brings of its own, and the members of the output. */
const layersOf = (output: Section | Route | Handler | RouteTests): readonly object[] => [
  output.variables,
  output,
];

const withVariables: AnyRenderer = { template, view: layersOf };

/** What the template of a schema uses. A field may be called like one of the symbols. */
const schemaNames = {
  Annotated: symbol('typing', 'Annotated'),
  Field: symbol('pydantic', 'Field'),
  namingComment,
};

/** How each kind of output becomes text. */
export const renderers: Readonly<Record<string, AnyRenderer>> = {
  section: withVariables,
  'resource-router': withVariables,
  'app-router': withVariables,
  test: withVariables,
  route: { template, view: routeView },
  handler: { template, view: routeView },
  schema: {
    template,
    view: (schema: SchemaClass) => [
      schema,
      schemaNames,
      { docstring: docstring(schema.summary, 4) },
    ],
  },
};

function routeView(route: Route | Handler): readonly object[] {
  const made = {
    route,
    parameters: defaultsLast(route.parameters),
    hasParameter: (name: string) => hasParameter(route, name),
    errors: [...new Set(route.errors)].sort((left, right) => left - right),
    docstring: docstring(route.summary, 4),
  };
  return [made, ...layersOf(route)];
}

/** In Python, parameters with a default stand behind those without. */
function defaultsLast(parameters: readonly Parameter[]): readonly Parameter[] {
  const isLast = (parameter: Parameter) => parameter.default !== undefined;
  return [...parameters.filter((each) => !isLast(each)), ...parameters.filter(isLast)];
}

/** Joins the sections of a Python file: imports on top, lines no longer than the formatter allows. */
export function joinSections({ outputs, sections }: RenderedFile, project: Project): string {
  const made = outputs as readonly PythonOutput[];
  const { kind, module, about, fileComment } = made[0]!;
  return assembleModule({
    module,
    // What is ejected is the project's own.
    header: [
      ...(kind === 'handler' ? [] : [header]),
      ...(fileComment ? [`# ${fileComment}`] : []),
    ].join('\n'),
    docstring: about,
    firstParty: topLevelPackages(project),
    sections: sectionOrder(made).map((index) => sections[index]!),
  });
}

/** The generated packages that other modules import by their top-level name. */
function topLevelPackages({ packagePrefix, testing, apps }: Project): readonly string[] {
  if (packagePrefix !== '') return [packagePrefix.split('.')[0]!];
  const copied = testing === 'copy' ? [testingPackage] : [];
  return ['auth', 'db', 'routes', 'runtime', ...copied, ...apps.map(({ module }) => module)];
}
