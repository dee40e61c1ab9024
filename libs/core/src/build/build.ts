import type { Catalog } from '../catalog/index.js';
import { isUserError } from '../errors/errors.js';
import type { OperationEntry } from '../target/entry.js';
import type { AnyOperation, BuildContext, Stage } from '../target/operation.js';
import type { Output } from '../target/output.js';
import type { Scope, ScopeInstance } from '../target/scope.js';
import type { AnyTarget } from '../target/target.js';
import { Store } from './store.js';

/** An output, and who made it. */
export interface BuiltOutput {
  readonly output: Output;
  readonly operation: Pick<AnyOperation, 'name' | 'scopes'>;
  readonly instance: ScopeInstance;
  /** What asked for the operation; undefined for one that runs for every instance. */
  readonly entry: OperationEntry | undefined;
}

/** Who made an output, for messages: `operation 'get' (resource Article)`. */
export function makerOf({ operation, instance, entry }: BuiltOutput): string {
  const name =
    entry === undefined || entry.name === operation.name
      ? `operation '${operation.name}'`
      : `${operation.name} '${entry.name}'`;
  return `${name} (${instance.label})`;
}

/**
 * Runs the operations that a config asks for, scope by scope from the outermost in: what an instance
 * makes, what amends it, the instances inside it, and what needs those.
 *
 * @param project the parsed config, without problems (see `checkOperations`).
 * @returns every output in the order made. The time taken is linear in the number of instances.
 */
export function buildOutputs(
  target: AnyTarget,
  catalog: Catalog,
  project: unknown,
): readonly BuiltOutput[] {
  const made: BuiltOutput[] = [];

  const visit = (depth: number, value: unknown, parents: Parents, above?: Store): void => {
    const scope = target.scopes[depth];
    if (!scope) return;
    for (const instance of scope.instances(value)) {
      const store = new Store(above);
      const place = { scope, instance, parents, store };
      runStage(place, 'produce');
      runStage(place, 'amend');
      visit(depth + 1, instance.value, { ...parents, [scope.name]: instance.value }, store);
      runStage(place, 'after-children');
    }
  };

  const runStage = (place: BuildPlace, stage: Stage): void => {
    const { scope, instance, store } = place;
    for (const operation of catalog.order(scope.name, stage, instance.entries)) {
      for (const entry of entriesOf(operation, instance)) {
        for (const output of run(operation, contextOf(operation, place, entry), catalog)) {
          store.add(output);
          made.push({ output, operation, instance, entry });
        }
      }
    }
  };

  visit(0, project, {});
  return made;
}

type Parents = Readonly<Record<string, unknown>>;

interface BuildPlace {
  readonly scope: Scope;
  readonly instance: ScopeInstance;
  readonly parents: Parents;
  readonly store: Store;
}

/** The entries that an operation runs for; `undefined` stands for running once by itself. */
function entriesOf(
  operation: AnyOperation,
  instance: ScopeInstance,
): readonly (OperationEntry | undefined)[] {
  if (operation.activation === 'always') return [undefined];
  return instance.entries.filter((entry) => entry.operation === operation.name);
}

function contextOf(
  operation: AnyOperation,
  { instance, parents, store }: BuildPlace,
  entry: OperationEntry | undefined,
): BuildContext {
  return {
    instance,
    parents,
    options: entry?.options ?? {},
    entryName: entry?.name ?? operation.name,
    outputs: store,
  };
}

/** Runs one operation; a defect in it is told with the operation's name and package. */
function run(operation: AnyOperation, context: BuildContext, catalog: Catalog): readonly Output[] {
  try {
    if (operation.when && !operation.when(context)) return [];
    return [...operation.build(context)];
  } catch (cause) {
    if (isUserError(cause)) throw cause;
    const subject = `Operation '${operation.name}' of package ${catalog.packageOf(operation)}`;
    throw new Error(`${subject} failed for ${context.instance.label}.`, { cause });
  }
}
