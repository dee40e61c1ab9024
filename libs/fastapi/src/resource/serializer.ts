import type { ResourceContext } from '../context.js';
import { section, type Section } from '../outputs/index.js';

/** A function of a resource's serializers module: from a mapped instance to a response body. */
export function serializer(
  context: ResourceContext,
  name: string,
  suffix: string,
  summary: string,
): Section {
  const { serializers, schema, Model, row } = context;
  return section(serializers, 'serializer.py.ejs', {
    name,
    summary,
    Schema: schema(suffix),
    Model,
    row,
  });
}
