import type { BuildContext, Output } from '@rowhouse/core';
import { dottedSymbol, local, symbol, type PythonSymbol } from '@rowhouse/python';

import type { App, Project, Resource } from './config/project.js';
import { moduleAt, resourcePath, runtimeSymbol, type PythonModule } from './modules.js';
import { nounOf, type Noun } from './noun.js';
import type { PythonOutputs } from './outputs/index.js';

/** What an operation of the whole project is given. */
export class ProjectContext<Options = unknown> {
  readonly project: Project;
  /** The entry's options, checked. */
  readonly options: Options;
  /** The name of the entry: an action's own name, else the operation's. */
  readonly entryName: string;
  /** What operations that ran before have made. */
  readonly outputs: TypedOutputs;

  constructor({ instance, parents, options, entryName, outputs }: BuildContext) {
    this.project = (parents['project'] ?? instance.value) as Project;
    this.options = options as Options;
    this.entryName = entryName;
    this.outputs = outputs as TypedOutputs;
  }
}

/** What an operation of an app is given. */
export class AppContext<Options = unknown> extends ProjectContext<Options> {
  readonly app: App;

  constructor(context: BuildContext) {
    super(context);
    this.app = (context.parents['app'] ?? context.instance.value) as App;
  }
}

/** What an operation of a resource is given. */
export class ResourceContext<Options = unknown> extends AppContext<Options> {
  readonly resource: Resource;
  /** The same for all operations of the resource. */
  readonly #names: ResourceNames;

  constructor(context: BuildContext) {
    super(context);
    this.resource = context.instance.value as Resource;
    let names = namesOf.get(this.resource);
    // An ejected project is another one with the same resources.
    if (names?.project !== this.project) {
      names = new ResourceNames(this.project, this.app, this.resource);
      namesOf.set(this.resource, names);
    }
    this.#names = names;
  }

  /** How docstrings call its rows. */
  get noun(): Noun {
    return this.#names.noun;
  }

  /** The model class. */
  get Model(): PythonSymbol {
    return this.#names.Model;
  }

  /** The variable that holds a row. */
  get row(): PythonSymbol {
    return this.#names.row;
  }

  get schemas(): PythonModule {
    return this.#names.schemas;
  }

  get serializers(): PythonModule {
    return this.#names.serializers;
  }

  get relations(): PythonModule {
    return this.#names.relations;
  }

  get routes(): PythonModule {
    return this.#names.routes;
  }

  get access(): PythonModule {
    return this.#names.access;
  }

  get tests(): PythonModule {
    return this.#names.tests;
  }

  /** A schema class of the resource: `schema('Resource')` is `ArticleResource`. */
  readonly schema = (suffix: string): PythonSymbol =>
    symbol(this.schemas.module, this.resource.modelName + suffix);

  /** A member of a runtime module: `runtime('schemas', 'UNSET')`. */
  readonly runtime = (module: string, name: string): PythonSymbol =>
    runtimeSymbol(this.project, module, name);

  /** Whether the resource has an entry of this operation. */
  readonly has = (operation: string): boolean =>
    this.resource.operations.some((entry) => entry.operation === operation);
}

/** What a resource, its rows and its modules are called. */
class ResourceNames {
  readonly project: Project;
  readonly noun: Noun;
  readonly Model: PythonSymbol;
  readonly row: PythonSymbol;
  readonly schemas: PythonModule;
  readonly serializers: PythonModule;
  readonly relations: PythonModule;
  readonly routes: PythonModule;
  readonly access: PythonModule;
  readonly tests: PythonModule;

  constructor(project: Project, app: App, resource: Resource) {
    const noun = nounOf(resource.modelName);
    const module = (kind: Parameters<typeof resourcePath>[2], about: string) =>
      moduleAt(project, resourcePath(app, resource, kind), about);
    this.project = project;
    this.noun = noun;
    this.Model = dottedSymbol(resource.model, `${resource.modelName}Model`);
    this.row = local(resource.name);
    this.schemas = module('schemas', `Request and response bodies of ${noun.many}.`);
    this.serializers = module('serializers', `Converts ${noun.many} to response bodies.`);
    this.relations = module('relations', `Reads the rows that belong to ${noun.many}.`);
    this.routes = module('routes', `Routes of ${noun.many}.`);
    const isOpen = resource.access?.isOpen === true;
    const about = isOpen
      ? `Which ${noun.many} are deleted.`
      : `Which ${noun.many} a user may see and change.`;
    this.access = module('access', about);
    const tests = `${app.module}/tests/test_${resource.name}`;
    this.tests = moduleAt(project, tests, `Tests of the routes of ${noun.many}.`);
  }
}

const namesOf = new WeakMap<Resource, ResourceNames>();

/** The outputs of one scope instance, typed by their kind. */
export interface TypedOutputs {
  /** Of this instance, in the order made. */
  own<Kind extends keyof PythonOutputs>(kind: Kind): readonly PythonOutputs[Kind][];
  own(kind: string): readonly Output[];
  /** Of all instances inside this one, in config order. */
  below<Kind extends keyof PythonOutputs>(kind: Kind): readonly PythonOutputs[Kind][];
  below(kind: string): readonly Output[];
}

/** The context of each scope. */
export interface Contexts<Options> {
  readonly project: ProjectContext<Options>;
  readonly app: AppContext<Options>;
  readonly resource: ResourceContext<Options>;
}

const contexts = { project: ProjectContext, app: AppContext, resource: ResourceContext };

/** Makes the context of a scope from what the engine gives. */
export function contextOf<Scope extends keyof Contexts<unknown>, Options>(
  scope: Scope,
  context: BuildContext,
): Contexts<Options>[Scope] {
  return new contexts[scope](context) as Contexts<Options>[Scope];
}
