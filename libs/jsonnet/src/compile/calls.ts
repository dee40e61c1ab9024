import { Fault } from '../errors.js';
import { article } from '../runtime/add.js';
import { bind, callWith, forceArguments, run, tailCall } from '../runtime/call.js';
import { traced } from '../runtime/budget.js';
import type { Code, DelayedCode, Frame, Slot, Value } from '../runtime/value.js';
import { Closure, isFunction, typeOf } from '../runtime/value.js';
import type { Span } from '../source.js';
import type { Call } from '../syntax/ast.js';
import { compileBuiltinCall } from './builtin-calls.js';
import type { Compiler } from './compiler.js';

export function compileCall(compiler: Compiler, node: Call, isTail: boolean): Code {
  const builtin = compileBuiltinCall(compiler, node);
  if (builtin) return builtin;
  const callee = compiler.compile(node.callee);
  const calleeSpan = compiler.span(node.callee);
  const span = compiler.span(node);
  const pass = (argument: Call['callee']): DelayedCode =>
    node.isTailStrict ? compiler.compile(argument) : compiler.delay(argument);
  const positional = node.positional.map(pass);
  const named = node.named.map(({ name, value }) => [name, pass(value)] as const);
  if (named.length === 0 && !node.isTailStrict) {
    return compilePositional(callee, positional, calleeSpan, span);
  }
  return (frame) => {
    const target = callee(frame);
    if (!isFunction(target)) throw notFunction(target, calleeSpan);
    const given = positional.map((argument) => argument(frame));
    const byName = new Map<string, Slot>();
    for (const [name, argument] of named) byName.set(name, argument(frame));
    try {
      if (node.isTailStrict && target instanceof Closure) {
        const own = bind(target, given, byName);
        forceArguments(target, own);
        return isTail ? tailCall(target, own) : run(target, own);
      }
      return callWith(target, given, byName);
    } catch (error) {
      throw traced(error, label(target), span);
    }
  };
}

/** The common case: positional arguments only, and one for each parameter. */
function compilePositional(
  callee: Code,
  args: readonly DelayedCode[],
  calleeSpan: Span,
  span: Span,
): Code {
  const count = args.length;
  return (frame): Value => {
    const target = callee(frame);
    if (target instanceof Closure && target.template.parameters.length === count) {
      const own: Frame = new Array<Slot>(target.template.frameSize);
      own[0] = target.frame;
      for (let index = 0; index < count; index++) own[index + 1] = args[index]!(frame);
      try {
        return run(target, own);
      } catch (error) {
        throw traced(error, target.template.label, span);
      }
    }
    if (!isFunction(target)) throw notFunction(target, calleeSpan);
    const given = args.map((argument) => argument(frame));
    try {
      return callWith(target, given, NO_NAMED);
    } catch (error) {
      throw traced(error, label(target), span);
    }
  };
}

const NO_NAMED: ReadonlyMap<string, Slot> = new Map();

function label(target: Value): string {
  if (target instanceof Closure) return target.template.label;
  return isFunction(target) ? `std.${target.builtin.name}` : '';
}

function notFunction(value: Value, span: Span): Fault {
  return new Fault('type', `only functions can be called, got ${article(typeOf(value))}`, span);
}
