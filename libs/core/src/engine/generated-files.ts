import { readManifest } from '@rowhouse/disk';

/** Which files of an output directory were generated into it, as far as its manifest can be read. */
export function generatedFiles(outputRoot: string): ReadonlySet<string> {
  const manifest = readManifest(outputRoot);
  return new Set(manifest === 'damaged' ? [] : manifest?.keys());
}
