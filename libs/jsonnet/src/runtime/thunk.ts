import { Fault } from '../errors.js';
import { activate, machine, tooManySteps } from './machine.js';
import type { Code, Frame, Slot, Value } from './value.js';

/** A value that is evaluated when it is needed, and then kept. */
export class Thunk {
  /** The code to run; `RUNNING` while it runs, undefined when the value is there. */
  code: Code | undefined;
  frame: Frame;
  value: Value;

  constructor(code: Code, frame: Frame) {
    this.code = code;
    this.frame = frame;
    this.value = null;
  }
}

const NO_FRAME: Frame = [];

export const RUNNING: Code = () => {
  throw new Error('a running thunk is never run again');
};

/** The value of a slot, evaluated now when it is not yet. */
export function force(slot: Slot): Value {
  if (!(slot instanceof Thunk)) return slot;
  return slot.code === undefined ? slot.value : evaluate(slot);
}

function evaluate(thunk: Thunk): Value {
  const { code, frame } = thunk;
  if (code === RUNNING) throw new Fault('recursion', 'infinite recursion: this value needs itself');
  if (++machine.steps > machine.maxSteps) throw tooManySteps();
  thunk.code = RUNNING;
  let value: Value;
  if (++machine.depth > machine.limit) {
    value = evaluateDeep(thunk, code!, frame);
  } else {
    try {
      value = code!(frame);
    } catch (error) {
      // The run may be abandoned and started again.
      if (!(error instanceof Fault)) thunk.code = code;
      throw error;
    }
    machine.depth--;
  }
  thunk.code = undefined;
  thunk.frame = NO_FRAME;
  thunk.value = value;
  return value;
}

/** Apart from the usual way, which then allocates no closures. */
function evaluateDeep(thunk: Thunk, code: Code, frame: Frame): Value {
  const forget = (): void => {
    thunk.code = code;
    thunk.frame = frame;
  };
  return activate(() => code(frame), forget);
}
