import { Fault } from '../errors.js';
import { article } from '../runtime/add.js';
import { toText } from '../runtime/to-text.js';
import type { Code, Frame, Value } from '../runtime/value.js';
import { typeOf } from '../runtime/value.js';
import type { Span } from '../source.js';
import type { Assertion, Bind, Conditional, ErrorExpression, Expression } from '../syntax/ast.js';
import type { Compiler } from './compiler.js';

/** Code that fills slots of a frame, or checks something, and has no value. */
export type Step = (frame: Frame) => void;

/** Binds variables that see each other, in slots of the current frame. */
export function compileBinds(compiler: Compiler, binds: readonly Bind[]): Step {
  const slots = binds.map((bind) => bind.slot!);
  const values = binds.map((bind) => compiler.delay(bind.value));
  if (slots.length === 1) {
    const [slot] = slots as [number];
    const [value] = values as [Code];
    return (frame) => {
      frame[slot] = value(frame);
    };
  }
  return (frame) => {
    for (let index = 0; index < slots.length; index++) frame[slots[index]!] = values[index]!(frame);
  };
}

export function compileAssertion(
  compiler: Compiler,
  { condition, message }: Assertion,
): (frame: Frame) => void {
  const test = compiler.compile(condition);
  const text = message && compiler.compile(message);
  const span = compiler.span(condition);
  return (frame) => {
    const holds = test(frame);
    if (holds === true) return;
    if (holds !== false) throw notBoolean(holds, 'an assertion', span);
    throw new Fault('assert', text ? toText(text(frame)) : 'assertion failed', span);
  };
}

/** A chain of `local` and `assert`, and the expression at its end. */
export function compilePrelude(compiler: Compiler, node: Expression, isTail: boolean): Code {
  const steps: Step[] = [];
  let rest = node;
  for (;;) {
    if (rest.kind === 'local') steps.push(compileBinds(compiler, rest.binds));
    else if (rest.kind === 'assert') steps.push(compileAssertion(compiler, rest.assertion));
    else break;
    rest = rest.body;
  }
  const body = compiler.compile(rest, isTail);
  if (steps.length === 1) {
    const [step] = steps as [Step];
    return (frame) => {
      step(frame);
      return body(frame);
    };
  }
  return (frame) => {
    for (const step of steps) step(frame);
    return body(frame);
  };
}

/** An `if` with all its `else if`. */
export function compileConditional(compiler: Compiler, node: Conditional, isTail: boolean): Code {
  const branches: { test: Code; value: Code; span: Span }[] = [];
  let rest: Expression | undefined = node;
  while (rest?.kind === 'conditional') {
    branches.push({
      test: compiler.compile(rest.condition),
      value: compiler.compile(rest.then, isTail),
      span: compiler.span(rest.condition),
    });
    rest = rest.else;
  }
  const otherwise = rest ? compiler.compile(rest, isTail) : (): Value => null;
  if (branches.length === 1) {
    const [{ test, value, span }] = branches as [(typeof branches)[0]];
    return (frame) => {
      const holds = test(frame);
      if (holds === true) return value(frame);
      if (holds === false) return otherwise(frame);
      throw notBoolean(holds, 'a condition', span);
    };
  }
  return (frame) => {
    for (const { test, value, span } of branches) {
      const holds = test(frame);
      if (holds === true) return value(frame);
      if (holds !== false) throw notBoolean(holds, 'a condition', span);
    }
    return otherwise(frame);
  };
}

export function notBoolean(value: Value, what: string, span: Span): Fault {
  return new Fault('type', `${what} must be a boolean, got ${article(typeOf(value))}`, span);
}

export function compileError(compiler: Compiler, node: ErrorExpression): Code {
  const message = compiler.compile(node.message);
  const span = compiler.span(node);
  return (frame) => {
    throw new Fault('error', toText(message(frame)), span);
  };
}
