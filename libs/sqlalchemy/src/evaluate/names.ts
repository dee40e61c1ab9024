import type { Binding, Expression, Guard } from '../modules/bindings.js';
import { collectBindings } from '../modules/bindings.js';
import type { PythonModule } from '../modules/modules.js';
import { isOpaque } from '../modules/opaque.js';
import type { SyntaxNode } from '../python/syntax.js';
import { children } from '../python/syntax.js';
import { changesOf } from './changes.js';
import { evaluate, evaluateExpression } from './expressions.js';
import { isExported } from './library.js';
import { binary } from './operators.js';
import { truth } from './truth.js';
import type { ClassValue, Frame, FunctionValue, Scope, Value } from './values.js';
import { frameOf, same, symbol, unknown } from './values.js';

/** Finds what a name stands for where an expression uses it. */
export function lookup(name: string, frame: Frame, node: SyntaxNode): Value {
  const found = lookupBound(name, frame, node.from);
  if (found) return found;
  if (BUILTINS.has(name)) return symbol(`builtins.${name}`);
  return unknown(`'${name}' is not defined`, originOf(frame, node));
}

function lookupBound(name: string, frame: Frame, from: number): Value | undefined {
  let position = frame.late ? Infinity : from;
  let inFunction = false;
  for (let scope: Scope | undefined = frame.scope; scope; scope = scope.parent) {
    const local = scope.locals?.get(name);
    if (local) return local;
    if (scope.kind === 'function') {
      inFunction = true;
      position = Infinity;
    } else if (scope.kind === 'module' || !inFunction) {
      const found = lookupIn(scope, name, position, frame.typing ?? false);
      if (found) return found;
    }
  }
  return undefined;
}

/** Where an expression is, for messages. */
export function originOf(frame: Frame, node: SyntaxNode) {
  return { source: frame.scope.source, offset: frame.offset ?? node.from };
}

/** What a name is bound to in one scope when the code before a position has run. */
export function lookupIn(
  scope: Scope,
  name: string,
  position = Infinity,
  typing = false,
): Value | undefined {
  const { bindings } = scope;
  const list = bindings?.names.get(name) ?? [];
  // Most scopes do not have the name.
  if (!bindings || (list.length === 0 && bindings.stars.length === 0)) return undefined;
  const candidates: Binding[] = [];
  const fallbacks: Binding[] = [];
  const forTypes: Binding[] = [];
  let sure = false;
  for (let index = list.length - 1; index >= 0 && !sure; index -= 1) {
    const binding = list[index]!;
    // A statement binds its name when it is done.
    if (binding.node.to > position || binding.kind === 'annotation') continue;
    // The body of a class names its columns as it likes: `date: Mapped[date]`.
    if (typing && scope.kind === 'class' && !['class', 'import', 'type'].includes(binding.kind))
      continue;
    const state = stateOf(binding.guards, scope);
    if (state === 'no') continue;
    if (state === 'fallback') fallbacks.push(binding);
    else if (state === 'typing') forTypes.push(binding);
    else candidates.push(binding);
    sure = state === 'yes';
  }
  const starred = lookupStars(scope, name, position, candidates[0]?.from ?? -1);
  if (starred) return starred;
  if (candidates.length === 0) {
    const [other] = fallbacks.length > 0 ? fallbacks : typing ? forTypes : [];
    return other && valueOf(other, scope);
  }
  if (sure && candidates[0]!.kind === 'deleted') return undefined;
  const values = candidates.map((binding) => valueOf(binding, scope));
  const [value] = values as [Value];
  const [fallback] = fallbacks;
  if (values.length === 1 && fallback && value.kind === 'symbol' && value.missing) {
    // What `try` imports is not there, so what `except` says holds, if there is an environment to say so.
    if (scope.module.all.searchPath.environment) return valueOf(fallback, scope);
    values.push(valueOf(fallback, scope));
  }
  if (values.every((other) => same(other, value)))
    return isChangeable(value) ? asChanged(value, candidates[0]!, scope, position) : value;
  const { line } = scope.source.place(candidates[0]!.from);
  return unknown(`'${name}' depends on the condition around line ${String(line)}`, {
    source: scope.source,
    offset: candidates[0]!.from,
  });
}

function isChangeable(value: Value): boolean {
  return value.kind === 'dict' || (value.kind === 'sequence' && value.type !== 'tuple');
}

/** The value of a name, unless a statement after the binding changes it. */
function asChanged(value: Value, { name, from }: Binding, scope: Scope, position: number): Value {
  const change = changesOf(name, scope).find((at) => at > from && at < position);
  if (change === undefined) return value;
  const { line } = scope.source.place(change);
  return unknown(`'${name}' is changed in line ${String(line)}`, {
    source: scope.source,
    offset: change,
  });
}

function lookupStars(
  scope: Scope,
  name: string,
  position: number,
  after: number,
): Value | undefined {
  const stars = scope.bindings?.stars ?? [];
  for (let index = stars.length - 1; index >= 0; index -= 1) {
    const star = stars[index]!;
    if (star.from >= position) continue;
    if (star.from < after) return undefined;
    if (stateOf(star.guards, scope) === 'no') continue;
    const path = scope.module.absolute(star.module);
    if (path === undefined) continue;
    if (isOpaque(path)) {
      if (isExportedByLibrary(path, name)) return symbol(`${path}.${name}`);
      continue;
    }
    const module = scope.module.all.load(path);
    if (!module || module === scope.module || !exports(module, name)) continue;
    const value = moduleMember(module, name);
    if (value) return value;
  }
  return undefined;
}

/** `from sqlalchemy import *` brings what looks like a type, or one of its functions. */
function isExportedByLibrary(module: string, name: string): boolean {
  if (!/^(?:sqlalchemy|sqlmodel)\b/.test(module)) return false;
  return isExported(name);
}

const reading = new WeakSet<PythonModule>();

/** What `from module import *` takes along. */
function exports(module: PythonModule, name: string): boolean {
  const listed = module.scope.bindings?.names.has('__all__');
  if (!listed || reading.has(module)) return !name.startsWith('_');
  reading.add(module);
  try {
    const all = lookupIn(module.scope, '__all__');
    if (all?.kind !== 'sequence' || all.open) return true;
    return all.items.some((item) => item.kind === 'constant' && item.value === name);
  } finally {
    reading.delete(module);
  }
}

/** What a module has by a name: a binding or a module inside of it. */
export function moduleMember(module: PythonModule, name: string): Value | undefined {
  const key = `${module.name}.${name}`;
  const bound = busy.has(key) ? undefined : lookupOnce(module, name, key);
  if (bound) return bound;
  if (!module.isPackage) return undefined;
  const inner = module.all.load(key);
  return inner && { kind: 'module', module: inner };
}

const busy = new Set<string>();

function lookupOnce(module: PythonModule, name: string, key: string): Value | undefined {
  busy.add(key);
  try {
    const found = lookupIn(module.scope, name);
    // A module that makes its names when they are asked for tells type checkers where they are from.
    const lazy = !found && module.scope.bindings?.names.has('__getattr__');
    return lazy ? lookupIn(module.scope, name, Infinity, true) : found;
  } finally {
    busy.delete(key);
  }
}

type State = 'yes' | 'no' | 'maybe' | 'fallback' | 'typing';

/** Whether a statement runs. */
export function stateOf(guards: readonly Guard[], scope: Scope): State {
  let state: State = 'yes';
  for (const guard of guards) {
    const own = guardState(guard, scope);
    if (own === 'no') return 'no';
    if (own !== 'yes') state = own;
  }
  return state;
}

function guardState(guard: Guard, scope: Scope): State {
  if (guard.kind === 'loop') return 'maybe';
  if (guard.kind === 'except') return 'fallback';
  if (guard.kind === 'import') {
    const { all } = scope.module;
    if (all.has(guard.module)) return 'yes';
    return all.searchPath.environment ? 'no' : 'maybe';
  }
  const value = evaluate(guard.condition, frameOf(scope));
  if (value.kind === 'symbol' && value.path.endsWith('.TYPE_CHECKING')) {
    return guard.holds ? 'typing' : 'yes';
  }
  const known = truth(value);
  if (known === undefined) return 'maybe';
  return known === guard.holds ? 'yes' : 'no';
}

const values = new WeakMap<Binding, Value>();
const assigned = new WeakMap<Expression, Value>();
const evaluating = new WeakSet<Binding>();

/** What a binding binds its name to. */
export function valueOf(binding: Binding, scope: Scope): Value {
  const known = values.get(binding);
  if (known) return known;
  const origin = { source: scope.source, offset: binding.from };
  if (evaluating.has(binding)) return unknown(`'${binding.name}' is defined by itself`, origin);
  evaluating.add(binding);
  try {
    const value = compute(binding, scope);
    values.set(binding, value);
    return value;
  } finally {
    evaluating.delete(binding);
  }
}

function compute(binding: Binding, scope: Scope): Value {
  const frame = frameOf(scope);
  const origin = { source: scope.source, offset: binding.from };
  switch (binding.kind) {
    case 'assign': {
      const value = assignedValue(binding.value!, frame);
      return binding.index === undefined ? value : itemOf(value, binding.index, origin);
    }
    case 'update': {
      const before = lookupIn(scope, binding.name, binding.from);
      const added = evaluateExpression(binding.value!, frame);
      return before
        ? binary('+', before, added, origin)
        : unknown('there is no value to add to', origin);
    }
    case 'class':
      return classValue(binding, scope);
    case 'function':
      return functionValue(binding, scope);
    case 'import':
      return importValue(binding, scope);
    case 'type':
      return {
        kind: 'alias',
        name: binding.name,
        value: evaluateExpression(binding.value!, frame),
      };
    default:
      return unknown(`the value of '${binding.name}' cannot be evaluated`, origin);
  }
}

/** Evaluates one side of an assignment once: all names of `one = two = Column()` have the same object. */
function assignedValue(expression: Expression, frame: Frame): Value {
  const known = assigned.get(expression);
  if (known) return known;
  const value = evaluateExpression(expression, frame);
  assigned.set(expression, value);
  return value;
}

function itemOf(value: Value, index: number, origin: Parameters<typeof unknown>[1]): Value {
  const item = value.kind === 'sequence' && !value.open ? value.items[index] : undefined;
  return item ?? unknown('the value is unpacked from something unknown', origin);
}

function importValue(binding: Binding, scope: Scope): Value {
  const { module: from, name } = binding.imported!;
  const { module } = scope;
  const path = module.absolute(from);
  const origin = { source: scope.source, offset: binding.from };
  if (path === undefined) return unknown(`'${from}' is outside of the package`, origin);
  if (isOpaque(path)) return symbol(name === undefined ? path : `${path}.${name}`);
  const found = module.all.load(path);
  if (name === undefined) return found ? { kind: 'module', module: found } : symbol(path, true);
  if (!found) {
    const inner = module.all.load(`${path}.${name}`);
    return inner ? { kind: 'module', module: inner } : symbol(`${path}.${name}`, true);
  }
  if (found === module) {
    const inner = module.all.load(`${path}.${name}`);
    if (inner) return { kind: 'module', module: inner };
  }
  return (
    moduleMember(found, name) ??
    unknown(`${found.name} does not define '${name}' where it can be read`, origin)
  );
}

/** The class that a statement makes. */
export function classValue(
  binding: Pick<Binding, 'name' | 'node' | 'from' | 'decorators'>,
  outer: Scope,
): ClassValue {
  const { module, source } = outer;
  const scope: Scope & { owner: ClassValue | undefined; bindings: Scope['bindings'] } = {
    kind: 'class',
    module,
    source,
    parent: outer,
    bindings: undefined,
    locals: undefined,
    owner: undefined,
  };
  const value: ClassValue = {
    kind: 'class',
    name: binding.name,
    module,
    origin: { source, offset: binding.from },
    node: binding.node,
    scope,
    outer,
    decorators: binding.decorators ?? [],
    made: undefined,
  };
  const body = binding.node.getChild('Body');
  scope.owner = value;
  scope.bindings = body ? collectBindings(children(body), source.text) : undefined;
  return value;
}

/** The function that a statement makes. */
export function functionValue(
  binding: Pick<Binding, 'name' | 'node' | 'decorators'>,
  scope: Scope,
): FunctionValue {
  return {
    kind: 'function',
    name: binding.name,
    node: binding.node,
    frame: frameOf(scope),
    decorators: binding.decorators ?? [],
    self: undefined,
  };
}

const BUILTINS = new Set(
  `str int float bool bytes list dict set frozenset tuple type object len range enumerate zip map filter
  sorted reversed getattr hasattr setattr isinstance issubclass super property classmethod staticmethod
  print repr min max sum any all abs round iter next vars locals globals callable NotImplementedError
  Exception ValueError TypeError KeyError AttributeError ImportError ord chr hash id __name__ __file__`.split(
    /\s+/,
  ),
);
