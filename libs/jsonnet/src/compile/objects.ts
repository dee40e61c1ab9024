import { Fault } from '../errors.js';
import { article } from '../runtime/add.js';
import { ObjectValue } from '../runtime/object.js';
import type { FieldSource, Layer } from '../runtime/shape.js';
import { Shape, ShapeField } from '../runtime/shape.js';
import type { Code, Frame, Value } from '../runtime/value.js';
import { typeOf } from '../runtime/value.js';
import { fixedName } from '../resolve/resolve.js';
import type { Assertion, Field, ObjectComprehension, ObjectLiteral } from '../syntax/ast.js';
import { compileClauses } from './arrays.js';
import type { Compiler } from './compiler.js';
import { compileAssertion, compileBinds } from './control.js';

export function compileObject(compiler: Compiler, node: ObjectLiteral): Code {
  const isFixed = node.fields.every(({ name }) => fixedName(name) !== undefined);
  const layer = compileLayer(compiler, node, node.assertions, isFixed);
  const parts = node.fields.map((field) => ({
    source: compileField(compiler, field),
    fixed: fixedName(field.name),
    computed: fixedName(field.name) === undefined ? compiler.compile(field.name) : undefined,
  }));
  if (isFixed) {
    const made = new Fields();
    for (const { source, fixed } of parts) made.add(fixed!, source, undefined);
    const shape = made.shape(layer);
    return (frame) => ObjectValue.ofLayer(shape, frame);
  }
  return (frame) => {
    const made = new Fields();
    for (const { source, fixed, computed } of parts) {
      made.add(fixed ?? computed!(frame), source, undefined);
    }
    return ObjectValue.ofLayer(made.shape(layer), frame);
  };
}

export function compileObjectComprehension(compiler: Compiler, node: ObjectComprehension): Code {
  const layer = compileLayer(compiler, node, [], false);
  const source = compileField(compiler, node.field);
  const name = compiler.compile(node.field.name);
  const turns = compileClauses(compiler, node.clauses);
  return (frame) => {
    const made = new Fields();
    turns(frame, (turn) => {
      made.add(name(turn), source, turn);
    });
    return ObjectValue.ofLayer(made.shape(layer), frame);
  };
}

/** The fields of a layer in the making. */
class Fields {
  private readonly fields: ShapeField[] = [];
  private readonly index = new Map<string, number>();

  /** Adds a field. The name null leaves it out. */
  add(name: Value, source: FieldSource, turn: Frame | undefined): void {
    if (name === null) return;
    if (typeof name !== 'string') {
      const problem = `the name of a field must be a string or null, got ${article(typeOf(name))}`;
      throw new Fault('type', problem, source.nameSpan);
    }
    const { size } = this.index;
    if (this.index.set(name, size).size === size) {
      throw new Fault('value', `the field ${JSON.stringify(name)} is given twice`, source.nameSpan);
    }
    this.fields.push(new ShapeField(name, source, turn, 0, undefined));
  }

  shape(layer: Layer): Shape {
    return Shape.ofLayer(layer, this.fields, this.index);
  }
}

function compileLayer(
  compiler: Compiler,
  node: ObjectLiteral | ObjectComprehension,
  assertions: readonly Assertion[],
  isFixed: boolean,
): Layer {
  return {
    initialize: node.isReflexive ? compileBinds(compiler, node.locals) : undefined,
    frameSize: node.frameSize!,
    assertions: assertions.map((assertion) => compileAssertion(compiler, assertion)),
    isFixed,
    span: compiler.span(node),
  };
}

function compileField(compiler: Compiler, field: Field): FieldSource {
  const { visibility, extends: isExtension, value } = field;
  return {
    visibility,
    extends: isExtension,
    body: compiler.compileLate(value),
    slot: value.kind === 'literal' ? value.value : undefined,
    nameSpan: compiler.span(field.name),
    valueSpan: compiler.span(value),
  };
}
