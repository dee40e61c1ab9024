import type { BuildContext, Output } from '@rowhouse/core';
import { dottedSymbol, local, symbol, type PythonSymbol } from '@rowhouse/python';

import type { App, Project, Resource } from './config/project.js';
import { dottedName, moduleAt, resourcePath, type PythonModule } from './modules.js';
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
  #noun: Noun | undefined;
  #schemas: PythonModule | undefined;

  constructor(context: BuildContext) {
    super(context);
    this.resource = context.instance.value as Resource;
  }

  /** How docstrings call its rows. */
  get noun(): Noun {
    return (this.#noun ??= nounOf(this.resource.modelName));
  }

  /** The model class. */
  get Model(): PythonSymbol {
    return dottedSymbol(this.resource.model, `${this.resource.modelName}Model`);
  }

  /** The variable that holds a row. */
  get row(): PythonSymbol {
    return local(this.resource.name);
  }

  get schemas(): PythonModule {
    return (this.#schemas ??= this.#module(
      'schemas',
      `Request and response bodies of ${this.noun.many}.`,
    ));
  }

  get serializers(): PythonModule {
    return this.#module('serializers', `Converts ${this.noun.many} to response bodies.`);
  }

  get relations(): PythonModule {
    return this.#module('relations', `Reads the rows that belong to ${this.noun.many}.`);
  }

  get routes(): PythonModule {
    return this.#module('routes', `Routes of ${this.noun.many}.`);
  }

  get access(): PythonModule {
    return this.#module('access', `Which ${this.noun.many} a user may see and change.`);
  }

  get tests(): PythonModule {
    const path = `${this.app.module}/tests/test_${this.resource.name}`;
    return moduleAt(this.project, path, `Tests of the routes of ${this.noun.many}.`);
  }

  /** A schema class of the resource: `schema('Resource')` is `ArticleResource`. */
  readonly schema = (suffix: string): PythonSymbol =>
    symbol(this.schemas.module, this.resource.modelName + suffix);

  /** A member of a runtime module: `runtime('schemas', 'UNSET')`. */
  readonly runtime = (module: string, name: string): PythonSymbol =>
    symbol(dottedName(this.project, `runtime/${module}`), name);

  /** Whether the resource has an entry of this operation. */
  readonly has = (operation: string): boolean =>
    this.resource.operations.some((entry) => entry.operation === operation);

  #module(
    kind: 'access' | 'relations' | 'schemas' | 'serializers' | 'routes',
    about: string,
  ): PythonModule {
    return moduleAt(this.project, resourcePath(this.app, this.resource, kind), about);
  }
}

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
