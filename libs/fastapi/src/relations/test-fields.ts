import { literal } from '@rowhouse/python';

import type { Field } from '../config/field.js';
import type { ResourceContext } from '../context.js';
import { testingSymbol } from '../modules.js';
import { typeAnnotation } from '../resource/annotations.js';
import type { WrittenField } from './config.js';
import { betweenOf, modelSymbol } from './joins.js';
import { isRuled } from './writes.js';

/** A field that writes related rows, as tests describe it. */
export function writtenSource(
  { type, max_length: most, writes }: WrittenField,
  context: ResourceContext,
  fieldsSource: (fields: readonly Field[]) => string,
): string {
  const { project } = context;
  const Model = modelSymbol(writes.of);
  if (writes.kind === 'link') {
    const { via, to } = writes.through!;
    const { Between } = betweenOf(writes.through!);
    const keys = typeAnnotation(type, 'request', project);
    const links = `${keys}, ${Model}, ${literal(via)}, ${Between}, ${literal(to)}, most=${most}`;
    return `${testingSymbol(project, 'Links', 'written')}(${links})`;
  }
  const { via, fields, min_items: least, max_items } = writes;
  const rest = [
    ...(least > 0 ? [`least=${least}`] : []),
    `most=${max_items}`,
    ...(isRuled(writes, context) ? ['ruled=True'] : []),
  ];
  const rows = [Model, literal(via), fieldsSource(fields), ...rest].join(', ');
  return `${testingSymbol(project, 'NewRows', 'written')}(${rows})`;
}
