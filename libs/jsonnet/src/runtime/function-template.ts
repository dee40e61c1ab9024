import type { Span } from '../source.js';
import type { Code, DelayedCode } from './value.js';

/** A parameter of a function; without a default it must be given. */
export interface ParameterTemplate {
  readonly name: string;
  /** Run in the frame of the call, so that defaults see the other parameters. */
  readonly default: DelayedCode | undefined;
}

/** What all closures of one function literal share. Its body is compiled on its first call. */
export class FunctionTemplate {
  readonly name: string;
  readonly parameters: readonly ParameterTemplate[];
  readonly frameSize: number;
  readonly span: Span;
  body: Code;

  constructor(
    name: string,
    parameters: readonly ParameterTemplate[],
    frameSize: number,
    span: Span,
    compileBody: () => Code,
  ) {
    this.name = name;
    this.parameters = parameters;
    this.frameSize = frameSize;
    this.span = span;
    this.body = (frame) => {
      this.body = compileBody();
      return this.body(frame);
    };
  }

  /** How a trace names it. */
  get label(): string {
    return this.name === '' ? 'anonymous function' : `function ${this.name}`;
  }
}
