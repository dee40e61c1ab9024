import { didYouMean } from '../did-you-mean.js';
import { Fault } from '../errors.js';
import { budget, checkLimits, tick, tooDeep } from './budget.js';
import { force } from './thunk.js';
import type { Frame, FunctionValue, Slot, Value } from './value.js';
import { Closure } from './value.js';

/** What a body returns in place of a value for a tail-strict call in tail position. */
export const TAIL_CALL = Symbol('tail call') as unknown as Value;

/** The call that a returned `TAIL_CALL` stands for. */
const tail = { closure: undefined as Closure | undefined, frame: [] as Frame };

/** Evaluates all arguments of a call, those by default too: what `tailstrict` asks for. */
export function forceArguments({ template }: Closure, frame: Frame): void {
  for (let slot = 1; slot <= template.parameters.length; slot++) force(frame[slot] as Slot);
}

/** Leaves a call to the one who runs the body: the JavaScript stack does not grow. */
export function tailCall(closure: Closure, frame: Frame): Value {
  tail.closure = closure;
  tail.frame = frame;
  return TAIL_CALL;
}

/** Runs a closure's body in a frame that holds its arguments. */
export function run(closure: Closure, frame: Frame): Value {
  if (++budget.steps > budget.nextCheck) checkLimits();
  if (++budget.depth > budget.maxStack) throw tooDeep();
  const value = closure.template.body.code(frame);
  const result = value === TAIL_CALL ? runTail() : value;
  budget.depth--;
  return result;
}

/** Runs the calls that bodies left to the one who runs them. */
function runTail(): Value {
  let value = TAIL_CALL;
  while (value === TAIL_CALL) {
    tick(1);
    const next = tail.closure!;
    const frame = tail.frame;
    tail.frame = [];
    value = next.template.body.code(frame);
  }
  return value;
}

/** Calls a function with positional arguments: how the standard library calls back. */
export function apply(callee: FunctionValue, ...args: Slot[]): Value {
  return callWith(callee, args, NO_NAMED);
}

const NO_NAMED: ReadonlyMap<string, Slot> = new Map();

/** Calls a function with any arguments. */
export function callWith(
  callee: FunctionValue,
  positional: readonly Slot[],
  named: ReadonlyMap<string, Slot>,
): Value {
  if (callee instanceof Closure) return run(callee, bind(callee, positional, named));
  const { builtin } = callee;
  return builtin.call(matchArguments(`std.${builtin.name}`, builtin.parameters, positional, named));
}

/** Makes the frame of a call. */
export function bind(
  { template, frame: outer }: Closure,
  positional: readonly Slot[],
  named: ReadonlyMap<string, Slot>,
): Frame {
  const { parameters } = template;
  const frame: Frame = new Array<Slot>(template.frameSize);
  frame[0] = outer;
  if (named.size === 0 && positional.length === parameters.length) {
    for (let index = 0; index < positional.length; index++) frame[index + 1] = positional[index];
    return frame;
  }
  const matched = matchArguments(template.label, parameters, positional, named);
  matched.forEach((slot, index) => (frame[index + 1] = slot));
  for (let index = 0; index < parameters.length; index++) {
    if (frame[index + 1] === undefined) frame[index + 1] = parameters[index]!.default!(frame);
  }
  return frame;
}

/** Puts arguments in the order of the parameters; undefined stands for a default. */
function matchArguments(
  label: string,
  parameters: readonly { readonly name: string; readonly default: unknown }[],
  positional: readonly Slot[],
  named: ReadonlyMap<string, Slot>,
): (Slot | undefined)[] {
  if (positional.length > parameters.length) {
    throw new Fault(
      'type',
      `too many arguments: ${label} takes ${signature(parameters)}, and is given ${positional.length}`,
    );
  }
  const matched: (Slot | undefined)[] = parameters.map((_, index) => positional[index]);
  for (const [name, slot] of named) {
    const index = parameters.findIndex((parameter) => parameter.name === name);
    if (index === -1) {
      const names = parameters.map((parameter) => parameter.name);
      throw new Fault(
        'type',
        `${label} has no parameter "${name}"; it takes ${signature(parameters)}`,
        undefined,
        didYouMean(name, names),
      );
    }
    if (matched[index] !== undefined) {
      throw new Fault('type', `the argument "${name}" of ${label} is given twice`);
    }
    matched[index] = slot;
  }
  const missing = parameters.filter(
    (parameter, index) => matched[index] === undefined && parameter.default === undefined,
  );
  if (missing.length > 0) {
    const names = missing.map((parameter) => `"${parameter.name}"`).join(', ');
    const word = missing.length === 1 ? 'argument' : 'arguments';
    throw new Fault('type', `missing ${word} ${names}: ${label} takes ${signature(parameters)}`);
  }
  return matched;
}

function signature(
  parameters: readonly { readonly name: string; readonly default: unknown }[],
): string {
  if (parameters.length === 0) return 'no arguments';
  const names = parameters.map(({ name, default: fallback }) =>
    fallback === undefined ? name : `${name}=…`,
  );
  return `(${names.join(', ')})`;
}
