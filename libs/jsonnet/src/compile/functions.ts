import { FunctionTemplate } from '../runtime/function-template.js';
import type { Code } from '../runtime/value.js';
import { Closure } from '../runtime/value.js';
import type { FunctionLiteral } from '../syntax/ast.js';
import type { Compiler } from './compiler.js';

export function compileFunction(compiler: Compiler, node: FunctionLiteral): Code {
  const parameters = node.parameters.map((parameter) => ({
    name: parameter.name,
    default: parameter.default && compiler.delay(parameter.default),
  }));
  const template = new FunctionTemplate(
    node.name,
    parameters,
    node.frameSize!,
    compiler.span(node),
    compiler.compileLate(node.body, true),
  );
  return (frame) => new Closure(template, frame);
}
