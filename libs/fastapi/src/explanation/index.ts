import type {
  BuiltOutput,
  Explained,
  ExplanationRequest,
  Fact,
  FactLine,
  Use,
} from '@rowhouse/core';
import { usedMembers } from '@rowhouse/python';

import type { Project } from '../config/project.js';
import { hookPlaces } from '../config/hooks.js';
import { definitions } from '../definitions.js';
import { findRoute, functionOf, type FoundRoute } from '../find-route.js';
import {
  isRequired,
  jsonName,
  parameterType,
  referredSchemas,
  requestOf,
  schemasOf,
  type PythonOutput,
  type SchemaClass,
} from '../outputs/index.js';
import { accessLines } from './access.js';
import { FieldPlaces } from './field-places.js';
import { relatedLines } from './relations.js';

/** What comes of one operation: its route, bodies, access and the project's own functions. */
export function explain({
  name,
  project,
  outputs,
  pathOf,
  render,
}: ExplanationRequest<Project>): Explained {
  const found = findRoute(name, project, outputs, 'cannot-explain');
  const { made, route, resource } = found;
  const entry = pathOf(made);
  const schemas = schemasOf(outputs.map(({ output }) => output));
  const places = new FieldPlaces(made.entry?.options, entry);
  const bodies = (source: string) =>
    referredSchemas(source, schemas).flatMap((schema) => {
      const maker = outputs.find(({ output }) => output === schema)!;
      if (maker.entry === made.entry) return withFields(schema, places);
      return { text: `${schema.name}, of operation ${maker.entry?.name ?? maker.operation.name}` };
    });
  const body = parameterType(route, 'body') ?? '';
  const facts: readonly Fact[] = [
    { topic: 'Route', lines: routeLines(found) },
    { topic: 'Request', lines: bodies(body) },
    { topic: 'Response', lines: bodies(route.returns) },
    {
      topic: 'Access',
      lines: [...accessLines(route, resource), ...relatedLines(found, project, places)],
    },
    { topic: 'Your code', lines: hookLines(found, entry) },
  ];
  return {
    of: made,
    facts: facts.filter(({ lines }) => lines.length > 0),
    uses: usesOf(made, outputs, render),
  };
}

/** What the route refers to of other generated modules. */
function usesOf(
  made: BuiltOutput,
  outputs: readonly BuiltOutput[],
  render: (made: BuiltOutput) => string,
): readonly Use[] {
  const members = usedMembers(render(made));
  return outputs.flatMap((each): readonly Use[] => {
    if (each.entry === made.entry && each.instance === made.instance) return [];
    const { module } = each.output as Partial<PythonOutput>;
    const referred = members.filter((member) => member.module === module);
    if (module === undefined || referred.length === 0) return [];
    const defined = new Set(definitions(each.output, render(each)).map(({ key }) => key));
    const names = new Set(referred.map(({ name }) => name));
    const used = [...names].filter((name) => defined.has(name));
    return used.length > 0 ? [{ output: each.output, names: used }] : [];
  });
}

function routeLines({ route }: FoundRoute): readonly FactLine[] {
  const { status, title, operationId } = route;
  const errors = [...new Set([...route.errors, 422, 503])].sort();
  return [
    { text: requestOf(route) },
    { text: `${title ?? route.handler}, operation id ${operationId}` },
    { text: `responds with ${status}, or ${errors.join(', ')}` },
  ];
}

function withFields(schema: SchemaClass, places: FieldPlaces): readonly FactLine[] {
  const fields = schema.fields.map((field): FactLine => {
    const path = places.of(field.name);
    const optional = isRequest(schema) && !isRequired(field) ? ', optional' : '';
    return { text: `  ${jsonName(field)}${optional}`, ...(path && { path }) };
  });
  return [{ text: schema.name }, ...fields];
}

/** Only a request may leave fields out. */
function isRequest({ base }: SchemaClass): boolean {
  return base.includes('RequestModel');
}

/** The functions of the project that the route calls. */
function hookLines({ made, route }: FoundRoute, entry: FactLine['path'] = []): FactLine[] {
  const hooks = hookPlaces.flatMap((place) =>
    [route.hooks[place] ?? []].flat().map(({ fn }, index) => ({
      text: `${place}: ${fn}`,
      path: [...entry, place, index],
    })),
  );
  const fn = functionOf(made);
  return fn === undefined ? hooks : [...hooks, { text: fn, path: [...entry, 'fn'] }];
}
