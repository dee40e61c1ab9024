import { Fault } from '../errors.js';
import { budget, checkLimits, tooDeep } from './budget.js';
import type { Frame, Slot, Value } from './value.js';
import { Body } from './value.js';

/** A value that is evaluated when it is needed, and then kept. */
export class Thunk {
  /** What to run; `RUNNING` while it runs, undefined when the value is there. */
  body: Body | undefined;
  frame: Frame;
  value: Value;

  constructor(body: Body, frame: Frame) {
    this.body = body;
    this.frame = frame;
    this.value = null;
  }
}

const NO_FRAME: Frame = [];

export const RUNNING = new Body(() => {
  throw new Error('a running thunk is never run again');
});

/** The value of a slot, evaluated now when it is not yet. */
export function force(slot: Slot): Value {
  if (!(slot instanceof Thunk)) return slot;
  return slot.body === undefined ? slot.value : evaluate(slot);
}

/** The value of a slot if it needs no evaluation any more. */
export function known(slot: Slot | undefined): Value | undefined {
  if (!(slot instanceof Thunk)) return slot;
  return slot.body === undefined ? slot.value : undefined;
}

/** Evaluates a thunk that has no value yet. */
export function evaluate(thunk: Thunk): Value {
  const { body, frame } = thunk;
  if (body === RUNNING)
    throw new Fault('recursion', 'infinite recursion: this value depends on itself');
  if (++budget.steps > budget.nextCheck) checkLimits();
  if (++budget.depth > budget.maxStack) throw tooDeep();
  thunk.body = RUNNING;
  const value = body!.code(frame);
  budget.depth--;
  thunk.body = undefined;
  thunk.frame = NO_FRAME;
  thunk.value = value;
  return value;
}
