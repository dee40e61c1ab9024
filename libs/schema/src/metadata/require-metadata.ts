import { SchemaValidationError } from '../errors.js';

/**
 * Sees that a definition says where it is registered: `schema.config.ts` runs without its types
 * being checked.
 *
 * @param definition What is defined, such as `Table "articles"`.
 * @throws {SchemaValidationError} when its options have no metadata.
 */
export function requireMetadata(
  definition: string,
  options: { readonly metadata?: unknown } | undefined,
): void {
  const metadata = options?.metadata as { readonly registerObject?: unknown } | null | undefined;
  // Not `instanceof`: it may come from another copy of this library.
  if (typeof metadata?.registerObject === 'function') return;
  throw new SchemaValidationError(
    `${definition} has ${metadata === undefined ? 'no' : 'something else as its'} option "metadata", where the project's Metadata is expected. Add it, as in { metadata }, with \`export const metadata = new Metadata()\` above.`,
  );
}
