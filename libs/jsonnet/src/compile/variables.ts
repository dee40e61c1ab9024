import { Fault } from '../errors.js';
import { RUNNING, Thunk, evaluate } from '../runtime/thunk.js';
import type { Code, DelayedCode, Frame, Slot, Value } from '../runtime/value.js';
import { Body } from '../runtime/value.js';
import { SELF_SLOT } from '../resolve/scope.js';
import type { Span } from '../source.js';
import type { Address, Variable } from '../syntax/ast.js';
import type { Compiler } from './compiler.js';

/** The frame so many frames out. */
export function outward(frame: Frame, hops: number): Frame {
  let at = frame;
  for (let hop = 0; hop < hops; hop++) at = at[0] as Frame;
  return at;
}

export function compileVariable(compiler: Compiler, node: Variable): Code {
  const { address, name } = node;
  if (!address) return () => compiler.program.standardLibrary(compiler.file);
  const span = compiler.span(node);
  const { hops, slot } = address;
  switch (hops) {
    case 0:
      return (frame) => {
        const found = frame[slot] as Slot;
        return found instanceof Thunk ? forceVariable(found, name, span) : found;
      };
    case 1:
      return (frame) => {
        const found = (frame[0] as Frame)[slot] as Slot;
        return found instanceof Thunk ? forceVariable(found, name, span) : found;
      };
    default:
      return (frame) => {
        const found = outward(frame, hops)[slot] as Slot;
        return found instanceof Thunk ? forceVariable(found, name, span) : found;
      };
  }
}

function forceVariable(thunk: Thunk, name: string, span: Span): Value {
  if (thunk.body === undefined) return thunk.value;
  if (thunk.body === RUNNING) {
    const problem = `infinite recursion: the variable "${name}" needs its own value`;
    throw new Fault('recursion', problem, span);
  }
  return evaluate(thunk);
}

/** Hands on the variable's own slot; a variable that is yet to be bound is delayed. */
export function delayVariable(
  compiler: Compiler,
  node: Variable,
  { hops, slot }: Address,
): DelayedCode {
  const body = new Body(compileVariable(compiler, node));
  if (hops === 0) {
    return (frame) => {
      const found = frame[slot] as Slot | undefined;
      return found === undefined ? new Thunk(body, frame) : found;
    };
  }
  return (frame) => {
    const found = outward(frame, hops)[slot] as Slot | undefined;
    return found === undefined ? new Thunk(body, frame) : found;
  };
}

/** `self`, or `$` when the hops lead to the outermost object. */
export function compileSelf(hops: number): Code {
  if (hops === 0) return (frame) => frame[SELF_SLOT] as Value;
  if (hops === 1) return (frame) => (frame[0] as Frame)[SELF_SLOT] as Value;
  return (frame) => outward(frame, hops)[SELF_SLOT] as Value;
}
