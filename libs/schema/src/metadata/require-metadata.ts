import { SchemaValidationError } from '../errors/errors.js';

/**
 * Sees that a definition says where it is registered: `schema.config.ts` runs without its types
 * being checked.
 *
 * @param subject What is defined, such as `table articles`.
 * @throws {SchemaValidationError} when its options have no metadata.
 */
export function requireMetadata(
  subject: string,
  options: { readonly metadata?: unknown } | undefined,
): void {
  const metadata = options?.metadata as { readonly registerObject?: unknown } | null | undefined;
  // Not `instanceof`: it may come from another copy of this library.
  if (typeof metadata?.registerObject === 'function') return;
  throw new SchemaValidationError([
    {
      code: 'no-metadata',
      subject,
      path: ['metadata'],
      ...(metadata === undefined ? {} : { found: metadata }),
      expected: ["the project's Metadata"],
      fix: 'Pass { metadata }, and define it with `export const metadata = new Metadata()`.',
    },
  ]);
}
