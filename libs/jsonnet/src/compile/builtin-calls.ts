import { Fault } from '../errors.js';
import { asFault, traced } from '../runtime/budget.js';
import { accounted } from '../runtime/limits.js';
import type { Code, DelayedCode, Slot, Value } from '../runtime/value.js';
import type { Span } from '../source.js';
import type { Builtin } from '../std/builtin.js';
import type { Call, Expression } from '../syntax/ast.js';
import type { Compiler } from './compiler.js';

/**
 * Compiles `std.name(…)` when the name and the arguments are known to fit: the function is called
 * directly, and arguments that it needs anyway are evaluated without a thunk.
 *
 * @returns undefined for any other call
 */
export function compileBuiltinCall(compiler: Compiler, node: Call): Code | undefined {
  const builtin = builtinOf(compiler, node.callee);
  const given = builtin && matchArguments(builtin, node);
  if (!builtin || !given) return undefined;
  const args = builtin.parameters.map((parameter, index) => {
    const argument = given[index];
    if (!argument) {
      const fallback = parameter.default as Slot;
      return (): Slot => fallback;
    }
    if (parameter.isLazy && !node.isTailStrict) return compiler.delay(argument);
    const code = compiler.compile(argument);
    return parameter.expected === undefined
      ? code
      : checked(builtin, index, code, compiler.span(argument));
  });
  return direct(builtin, args, compiler.span(node));
}

function builtinOf(compiler: Compiler, callee: Expression): Builtin | undefined {
  if (callee.kind !== 'index' || callee.index.kind !== 'literal') return undefined;
  const { target, index } = callee;
  if (target.kind !== 'variable' || target.address || target.name !== 'std') return undefined;
  return compiler.program.builtin(String(index.value));
}

function matchArguments(builtin: Builtin, node: Call): (Expression | undefined)[] | undefined {
  const { parameters } = builtin;
  if (node.positional.length > parameters.length) return undefined;
  const given: (Expression | undefined)[] = parameters.map((_, index) => node.positional[index]);
  for (const { name, value } of node.named) {
    const index = parameters.findIndex((parameter) => parameter.name === name);
    if (index === -1 || given[index]) return undefined;
    given[index] = value;
  }
  const fits = parameters.every(
    (parameter, index) => given[index] !== undefined || parameter.default !== undefined,
  );
  return fits ? given : undefined;
}

function checked(builtin: Builtin, index: number, code: Code, span: Span): Code {
  const { accepts } = builtin.parameters[index]!;
  return (frame) => {
    const value = code(frame);
    if (accepts(value)) return value;
    try {
      builtin.check(index, value);
    } catch (error) {
      if (error instanceof Fault) error.span = span;
      throw error;
    }
    return value;
  };
}

function direct(builtin: Builtin, args: readonly DelayedCode[], span: Span): Code {
  const run = builtin.run as (...slots: Slot[]) => Value;
  const inside = (error: unknown): unknown => locate(error, `std.${builtin.name}`, span);
  const [first, second, third] = args as [DelayedCode, DelayedCode, DelayedCode];
  switch (args.length) {
    case 1:
      return (frame) => {
        const a = first(frame);
        try {
          return accounted(run(a));
        } catch (error) {
          throw inside(error);
        }
      };
    case 2:
      return (frame) => {
        const a = first(frame);
        const b = second(frame);
        try {
          return accounted(run(a, b));
        } catch (error) {
          throw inside(error);
        }
      };
    case 3:
      return (frame) => {
        const a = first(frame);
        const b = second(frame);
        const c = third(frame);
        try {
          return accounted(run(a, b, c));
        } catch (error) {
          throw inside(error);
        }
      };
    default:
      return (frame) => {
        const slots = args.map((argument) => argument(frame));
        try {
          return accounted(run(...slots));
        } catch (error) {
          throw inside(error);
        }
      };
  }
}

/** A fault of the function itself is placed at the call; one from a function it called is traced. */
function locate(error: unknown, label: string, span: Span): unknown {
  const fault = asFault(error);
  if (!(fault instanceof Fault) || fault.span !== undefined) return traced(fault, label, span);
  fault.span = span;
  return fault;
}
