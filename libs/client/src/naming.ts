import type { Contract, ContractApp, ContractOperation, ContractResource } from '@rowhouse/fastapi';

import { camelCase, isKeyword, Names, pascalCase } from './names.js';

/** An app, and what the client calls it and its parts. */
export interface NamedApp {
  readonly app: ContractApp;
  /** The folder of its files: `blog`. */
  readonly folder: string;
  /** In the names of functions and types: `Blog`. */
  readonly name: string;
  readonly resources: readonly NamedResource[];
}

export interface NamedResource {
  readonly contract: ContractResource;
  /** The member of the client: `blogPosts`. */
  readonly name: string;
  /** The file: `blog/blog-posts.ts`. */
  readonly module: string;
  readonly operations: readonly NamedOperation[];
}

export interface NamedOperation {
  readonly contract: ContractOperation;
  /** The member of the resource: `publish`, `delete`. */
  readonly name: string;
  /** The function of the module: `delete` can be none. */
  readonly fn: string;
  /** In the names of types: `Publish`. */
  readonly typeName: string;
}

/** Gives everything its name. */
export function nameAll({ apps }: Contract): readonly NamedApp[] {
  const folders = new Names(['runtime', 'index']);
  return apps
    .filter(({ resources }) => resources.length > 0)
    .map((app) => ({
      app,
      folder: folders.claim(app.module),
      name: pascalCase(app.module),
      resources: nameResources(app),
    }));
}

/** A resource is called by the end of its URL; where that is no answer, by all of it. */
function nameResources({ resources }: ContractApp): readonly NamedResource[] {
  const ends = new Map<string, number>();
  const endOf = ({ resource }: ContractResource) =>
    camelCase(resource.routePrefix.slice(resource.routePrefix.lastIndexOf('/') + 1));
  for (const each of resources) ends.set(endOf(each), (ends.get(endOf(each)) ?? 0) + 1);
  const names = new Names(['api', 'logIn']);
  // Files are not told apart by upper and lower case everywhere.
  const modules = new Names(['client', 'queries', 'index']);
  return resources.map((contract) => {
    const { routePrefix, name: own } = contract.resource;
    const end = endOf(contract);
    const plain = ends.get(end) === 1 ? end : camelCase(routePrefix);
    const name = names.claim(avoidKeyword(plain || camelCase(own)));
    const module = modules.claim(kebabCase(name));
    return { contract, name, module, operations: nameOperations(contract.operations) };
  });
}

function nameOperations(operations: readonly ContractOperation[]): readonly NamedOperation[] {
  const isOwn = ({ kind }: ContractOperation) => kind !== 'action';
  const names = new Names([
    ...(operations.some(({ search }) => search) ? ['all'] : []),
    ...(operations.some(({ asksForChanges }) => asksForChanges) ? ['getIfChanged'] : []),
  ]);
  // What an action is called must not rename what everybody knows.
  const claimed = new Map(
    [...operations.filter(isOwn), ...operations.filter((each) => !isOwn(each))].map((each) => [
      each,
      names.claim(each.search ? 'search' : camelCase(each.name)),
    ]),
  );
  return operations.map((contract) => {
    const name = claimed.get(contract)!;
    const fn = isKeyword(name) ? `${name}_` : name;
    return { contract, name, fn, typeName: pascalCase(name) + (name.endsWith('_') ? '_' : '') };
  });
}

function avoidKeyword(name: string): string {
  return isKeyword(name) ? `${name}_` : name;
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
