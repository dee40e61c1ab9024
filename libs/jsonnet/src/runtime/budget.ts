import { getHeapStatistics } from 'node:v8';
import { Fault } from '../errors.js';
import type { Span } from '../source.js';

/** What one evaluation may use. */
export interface Limits {
  readonly maxStack: number;
  readonly maxSteps: number;
  /** In bytes. */
  readonly maxMemory: number;
}

/**
 * What the evaluation that is running has used of its limits. Evaluation is synchronous, so there is
 * one at a time; one that starts inside another (from a resolver) puts the counters back when it ends.
 */
export const budget = {
  /** How many calls, fields and variables are in evaluation inside each other. */
  depth: 0,
  maxStack: 0,
  steps: 0,
  maxSteps: Infinity,
  /** The number of steps after which the limits are checked. */
  nextCheck: Infinity,
  maxMemory: Infinity,
  /** The bytes of the heap that were in use when the evaluation began. */
  heapBefore: 0,
  /** The bytes that were asked for since the heap was looked at last. */
  reserved: 0,
  /** The characters of the result's strings so far. */
  output: 0,
};

/**
 * A step makes a few hundred bytes at most, so that an evaluation that has room now has room for this
 * many steps, give or take a few megabytes. Looking at the heap takes as long as ten or twenty steps.
 */
const STEPS_BETWEEN_CHECKS = 10_000;

/** As much as may be asked for before the heap is looked at. */
const UNCHECKED_BYTES = 2 ** 23;

/** The part of what Node.js may use that an evaluation may fill: nearer to the end, V8 gives up. */
const HEAP_SHARE = 0.75;

/** What an evaluation may take however full the heap was before: its own account decides. */
const LEAST_BYTES = 2 ** 26;

/** Runs an evaluation with counters of its own. */
export function withBudget<T>(limits: Limits, run: () => T): T {
  const saved = { ...budget };
  const heapBefore = usedHeap();
  Object.assign(budget, limits, {
    depth: 0,
    steps: 0,
    nextCheck: 0,
    heapBefore,
    reserved: 0,
    output: 0,
  });
  try {
    return run();
  } catch (error) {
    throw asFault(error);
  } finally {
    Object.assign(budget, saved);
  }
}

/** Counts `count` steps of a loop, before they are taken. */
export function tick(count: number): void {
  budget.steps += count;
  if (budget.steps > budget.nextCheck) checkLimits();
}

/** Called when `steps` goes beyond `nextCheck`: ends the evaluation, or sets the next check. */
export function checkLimits(): void {
  const { steps, maxSteps } = budget;
  if (steps > maxSteps) {
    throw limitFault('maxSteps', `the evaluation takes more than ${maxSteps} steps`);
  }
  checkMemory(0);
  budget.nextCheck = Math.min(maxSteps, steps + STEPS_BETWEEN_CHECKS);
}

/** Accounts for a value that may be large, before it is made. */
export function reserve(bytes: number): void {
  budget.reserved += bytes;
  if (budget.reserved > UNCHECKED_BYTES) checkMemory(budget.reserved);
}

/**
 * Accounts for a string of the result. Strings of which the program has one may be in the result a
 * million times, and are written out as often.
 */
export function reserveOutput(length: number): void {
  budget.output += length;
  if (budget.output > budget.maxMemory) throw tooMuchMemory();
}

/**
 * Checks that the heap has room for so many more bytes. What is in use includes what could be
 * collected: the account says when an evaluation may have grown too large, not to the byte.
 */
function checkMemory(bytes: number): void {
  budget.reserved = 0;
  const { maxMemory, heapBefore } = budget;
  const { used_heap_size, external_memory, heap_size_limit } = getHeapStatistics();
  const used = used_heap_size + external_memory;
  const own = used - heapBefore + bytes;
  if (own > maxMemory) throw tooMuchMemory();
  if (own > LEAST_BYTES && used + bytes > heap_size_limit * HEAP_SHARE) {
    const problem = `the evaluation takes most of the ${sizeText(heap_size_limit)} of memory that Node.js may use`;
    const hint = 'it may never end; if it is just large, set NODE_OPTIONS=--max-old-space-size';
    throw new Fault('limit', problem, undefined, hint);
  }
}

function usedHeap(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

function tooMuchMemory(): Fault {
  const { maxMemory } = budget;
  return limitFault('maxMemory', `the evaluation takes more than ${sizeText(maxMemory)} of memory`);
}

function limitFault(limit: 'maxSteps' | 'maxMemory', problem: string): Fault {
  const hint = `it may never end; if it is just large, raise ${limit}`;
  const fault = new Fault('limit', problem, undefined, hint);
  fault.limit = limit;
  return fault;
}

/** A number of bytes as a person writes it. */
function sizeText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && size % 1024 === 0 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${size} ${units[unit]}`;
}

/** Runs one level of a recursion into values. */
export function nested<T>(work: () => T): T {
  if (++budget.depth > budget.maxStack) throw tooDeep();
  const result = work();
  budget.depth--;
  return result;
}

export function tooDeep(): Fault {
  const fault = new Fault(
    'recursion',
    `more than ${budget.maxStack} nested calls and values`,
    undefined,
    'the recursion may never end; if it is just deep, raise maxStack',
  );
  fault.limit = 'maxStack';
  return fault;
}

/** Adds a step to the trace of what unwinds through it, and hands it on. */
export function traced(error: unknown, description: string, span: Span): unknown {
  const fault = asFault(error);
  if (fault instanceof Fault) {
    fault.span ??= span;
    fault.steps.push({ description, span });
  }
  return fault;
}

/** A full JavaScript stack, or a string beyond V8's limit, as a fault of the program; anything else as it is. */
export function asFault(error: unknown): unknown {
  if (!(error instanceof RangeError)) return error;
  if (error.message === 'Invalid string length') {
    return new Fault('limit', 'a string of more than 536870888 characters is too long');
  }
  if (error.message !== 'Maximum call stack size exceeded') return error;
  return new Fault(
    'recursion',
    `JavaScript's stack is full: ${budget.depth} nested calls and values`,
    undefined,
    'the recursion may never end; if it is just deep, use std.foldl or a tail call with tailstrict',
  );
}
