import type { FaultStep } from '../errors.js';
import { Fault } from '../errors.js';
import type { Span } from '../source.js';

/**
 * The state of the evaluation that is running. Evaluation is synchronous, so there is one at a time;
 * one that starts inside another (from a resolver) puts the state back when it ends.
 */
export const machine = {
  /** How many calls, fields and variables are in evaluation inside each other. */
  depth: 0,
  /** Beyond this depth, `activate` takes over: for the language's limit, or for a deep run. */
  limit: 0,
  steps: 0,
  maxSteps: Infinity,
  maxStack: 500,
  segment: undefined as Segment | undefined,
  /** What the run that is going on has to say; said when the run is not abandoned. */
  effects: [] as (() => void)[],
};

/**
 * How deep JavaScript may recurse before a deep run is started. An overflow of JavaScript's own stack
 * starts one too, so the number is about speed, not safety.
 */
const SHALLOW_DEPTH = 1000;
/** How deep one segment of a deep run may recurse; halved when even that overflows. */
const SEGMENT_DEPTH = 200;
const LEAST_SEGMENT_DEPTH = 12;

/** Counts `count` steps of a loop, before they are taken. */
export function tick(count: number): void {
  machine.steps += count;
  if (machine.steps > machine.maxSteps) throw tooManySteps();
}

export function tooManySteps(): Fault {
  return new Fault(
    'limit',
    `the evaluation takes more than ${machine.maxSteps} steps`,
    undefined,
    'it may not end; if it only is large, raise maxSteps',
  );
}

/** Runs an evaluation with its own counters. */
export function withMachine<T>(limits: { maxStack: number; maxSteps: number }, run: () => T): T {
  const saved = { ...machine };
  const { maxStack, maxSteps } = limits;
  const limit = Math.min(maxStack, SHALLOW_DEPTH);
  Object.assign(machine, {
    depth: 0,
    limit,
    steps: 0,
    maxSteps,
    maxStack,
    segment: undefined,
    effects: [],
  });
  try {
    return run();
  } finally {
    Object.assign(machine, saved);
  }
}

/*
 * Deep runs.
 *
 * JavaScript's stack holds a thousand or so Jsonnet calls, and programs may recurse deeper. A run
 * that goes too deep is abandoned and started again as a chain of segments. A segment evaluates one
 * activation (a call, a field, a variable) on an empty JavaScript stack. When it gets too deep
 * itself, it is put aside: all its JavaScript frames are unwound, and the activation half way down
 * becomes a new segment. When that one is done, its value is noted under its number in the
 * segment put aside, which then is replayed from its start: the evaluation is deterministic, so the
 * activation with this number is the same one, and takes the value noted. To keep the numbers the
 * same, whatever a segment memoized is forgotten before its replay. Values that a run memoized are
 * never wrong, as the language has no effects: the replay only makes equal ones again.
 *
 * Each level is so evaluated about three times, whatever the depth: deep recursion takes linear
 * time, and needs the heap only.
 */
/** The outcome of another segment. */
interface Evaluated {
  readonly value: unknown;
  readonly effects: readonly (() => void)[];
}

class Segment {
  readonly work: () => unknown;
  readonly depth: number;
  /** The activation of the segment before that this segment evaluates. */
  readonly number: number;
  /** The way to this segment's start, for traces. */
  readonly steps: readonly FaultStep[];
  readonly values = new Map<number, Evaluated>();
  readonly effects: (() => void)[] = [];
  readonly forget: (() => void)[] = [];
  activations = 0;

  constructor(work: () => unknown, depth: number, number: number, steps: readonly FaultStep[]) {
    this.work = work;
    this.depth = depth;
    this.number = number;
    this.steps = steps;
  }
}

/** Unwinds a segment that got too deep, and on the way finds the activation to go on with. */
export class Suspension {
  request: { work: () => unknown; depth: number; number: number; effects: number } | undefined;
  readonly steps: FaultStep[] = [];
}

/** Thrown to abandon a shallow run that got too deep. */
const TOO_DEEP = Symbol('too deep');

let segmentDepth = SEGMENT_DEPTH;

/**
 * Evaluates an activation that was counted and is beyond `machine.limit`. As it may be abandoned and
 * replayed, what it does must all be in its result, or be undone by `forget`.
 *
 * @param work evaluates it
 * @param forget undoes what it memoizes
 */
export function activate<T>(work: () => T, forget?: () => void): T {
  const { segment, depth } = machine;
  if (depth > machine.maxStack) throw tooDeep();
  if (!segment) {
    forget?.();
    throw TOO_DEEP;
  }
  const number = segment.activations++;
  const effects = segment.effects.length;
  if (forget) segment.forget.push(forget);
  const known = segment.values.get(number);
  if (known) {
    machine.depth--;
    for (const effect of known.effects) segment.effects.push(effect);
    return known.value as T;
  }
  if (depth - segment.depth > segmentDepth) {
    forget?.();
    throw new Suspension();
  }
  try {
    const value = work();
    machine.depth = depth - 1;
    return value;
  } catch (error) {
    if (error instanceof Suspension && !error.request) {
      // What is evaluated anew by the request must not look as if it were still running; what
      // stays put aside must, so that a cycle is seen.
      if (depth - segment.depth <= segmentDepth / 2) {
        error.request = { work, depth, number, effects };
        error.steps.length = 0;
      } else {
        forget?.();
      }
    }
    throw error;
  }
}

function tooDeep(): Fault {
  return new Fault(
    'recursion',
    `more than ${machine.maxStack} calls and values are being evaluated inside each other`,
    undefined,
    'the recursion may not end; if it only is deep, raise maxStack',
  );
}

/** Adds a step to the trace of whatever unwinds through it, and hands it on. */
export function traced(error: unknown, description: string, span: Span): unknown {
  if (error instanceof Fault) {
    error.span ??= span;
    error.steps.push({ description, span });
  } else if (error instanceof Suspension) {
    error.steps.push({ description, span });
  }
  return error;
}

/**
 * Runs an evaluation whose depth JavaScript's stack does not limit. Effects (what `std.trace` says)
 * happen when it ends, once each and in order, however often parts of it were replayed.
 */
export function deeply<T>(work: () => T): T {
  const { depth } = machine;
  const effects = machine.effects.length === 0 ? machine.effects : (machine.effects = []);
  try {
    const value = work();
    if (effects.length > 0) perform(effects);
    return value;
  } catch (error) {
    if (error !== TOO_DEEP && !isStackOverflow(error)) {
      perform(effects);
      throw error;
    }
  }
  const saved = { limit: machine.limit, segment: machine.segment };
  machine.limit = -1;
  try {
    return runSegments(work, depth) as T;
  } finally {
    Object.assign(machine, saved, { depth });
    segmentDepth = SEGMENT_DEPTH;
  }
}

function perform(effects: readonly (() => void)[]): void {
  for (const effect of effects) effect();
}

function runSegments(work: () => unknown, depth: number): unknown {
  const chain = [new Segment(work, depth, -1, [])];
  for (;;) {
    const segment = chain.at(-1)!;
    for (const forget of segment.forget.reverse()) forget();
    segment.forget.length = 0;
    segment.effects.length = 0;
    segment.activations = 0;
    machine.segment = segment;
    machine.effects = segment.effects;
    machine.depth = segment.depth;
    try {
      const value = segment.work();
      chain.pop();
      const { effects } = segment;
      if (chain.length === 0) {
        perform(effects);
        return value;
      }
      chain.at(-1)!.values.set(segment.number, { value, effects });
    } catch (error) {
      if (error instanceof Suspension) {
        const { work: next, depth: at, number, effects } = error.request!;
        segment.effects.length = effects;
        chain.push(new Segment(next, at, number, error.steps));
      } else if (isStackOverflow(error) && segmentDepth > LEAST_SEGMENT_DEPTH) {
        segmentDepth = Math.floor(segmentDepth / 2);
      } else {
        for (const { effects } of chain) perform(effects);
        if (error instanceof Fault) {
          for (const { steps } of chain.reverse()) error.steps.push(...steps);
        }
        throw error;
      }
    }
  }
}

/** Whether an error says that JavaScript's stack is full, in the words of any engine. */
export function isStackOverflow(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^Maximum call stack size exceeded|^too much recursion/.test(error.message)
  );
}
