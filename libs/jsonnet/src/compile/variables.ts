import { Fault } from '../errors.js';
import { RUNNING, Thunk, force } from '../runtime/thunk.js';
import type { Code, DelayedCode, Frame, Slot, Value } from '../runtime/value.js';
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
  const value = (found: Slot): Value => {
    if (!(found instanceof Thunk)) return found;
    return found.code === undefined ? found.value : forceVariable(found, name, span);
  };
  switch (hops) {
    case 0:
      return (frame) => value(frame[slot] as Slot);
    case 1:
      return (frame) => value((frame[0] as Frame)[slot] as Slot);
    case 2:
      return (frame) => value(((frame[0] as Frame)[0] as Frame)[slot] as Slot);
    default:
      return (frame) => value(outward(frame, hops)[slot] as Slot);
  }
}

function forceVariable(thunk: Thunk, name: string, span: Span): Value {
  if (thunk.code === RUNNING) {
    const problem = `infinite recursion: the variable "${name}" needs its own value`;
    throw new Fault('recursion', problem, span);
  }
  return force(thunk);
}

/** Hands on the variable's own slot; a variable that is yet to be bound is delayed. */
export function delayVariable({ hops, slot }: Address, code: Code): DelayedCode {
  if (hops === 0) return (frame) => (frame[slot] as Slot | undefined) ?? later(code, frame, slot);
  return (frame) => {
    const found = outward(frame, hops)[slot] as Slot | undefined;
    return found === undefined ? new Thunk(code, frame) : found;
  };
}

/** `??` cannot tell null, a value, from a slot that is not bound yet. */
function later(code: Code, frame: Frame, slot: number): Slot {
  return frame[slot] === null ? null : new Thunk(code, frame);
}

/** `self`, or `$` when the hops lead to the outermost object. */
export function compileSelf(hops: number): Code {
  if (hops === 0) return (frame) => frame[SELF_SLOT] as Value;
  if (hops === 1) return (frame) => (frame[0] as Frame)[SELF_SLOT] as Value;
  return (frame) => outward(frame, hops)[SELF_SLOT] as Value;
}
