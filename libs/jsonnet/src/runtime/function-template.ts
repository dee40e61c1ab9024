import type { Span } from '../source.js';
import type { Body, DelayedCode } from './value.js';

/** A parameter of a function; without a default it must be given. */
export interface ParameterTemplate {
  readonly name: string;
  /** Run in the frame of the call, so that defaults see the other parameters. */
  readonly default: DelayedCode | undefined;
}

/** What all closures of one function literal share. */
export class FunctionTemplate {
  readonly name: string;
  readonly parameters: readonly ParameterTemplate[];
  readonly frameSize: number;
  readonly span: Span;
  readonly body: Body;

  constructor(
    name: string,
    parameters: readonly ParameterTemplate[],
    frameSize: number,
    span: Span,
    body: Body,
  ) {
    this.name = name;
    this.parameters = parameters;
    this.frameSize = frameSize;
    this.span = span;
    this.body = body;
  }

  /** How a trace names it. */
  get label(): string {
    return this.name === '' ? 'anonymous function' : `function ${this.name}`;
  }
}
