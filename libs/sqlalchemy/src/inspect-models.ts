import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { askPython } from './ask-python.js';
import { tables } from './column-types.js';
import type { FactsFileContent } from './facts-file.js';
import { FACTS_VERSION, sourceHash } from './facts-file.js';
import type { ModelFacts } from './facts.js';

export interface InspectOptions {
  /** The Python of the project. */
  readonly python: string;
  /** The folder that paths in the facts are relative to. */
  readonly directory: string;
  /** The folders to import from, first ones first. */
  readonly folders: readonly string[];
  /** The modules with models. */
  readonly modules: readonly string[];
}

/** Why there are no facts. */
export interface NotInspected {
  /** `python`: it does not run. `import`: a module cannot be imported. `mappers`: SQLAlchemy refuses the models. */
  readonly reason: 'python' | 'import' | 'mappers';
  readonly message: string;
  readonly failed: readonly FailedModule[];
}

export interface FailedModule {
  readonly module: string;
  /** The exception, in one line. */
  readonly message: string;
  /** Where it was raised. */
  readonly file: string | null;
  readonly line: number | null;
}

/** What `inspect/facts.py` answers. */
type Answer =
  | { readonly failed: readonly FailedModule[] }
  | { readonly unconfigured: string }
  | {
      readonly files: readonly string[];
      readonly names: FactsFileContent['names'];
      readonly models: readonly ModelFacts[];
    };

const script = fileURLToPath(new URL('../inspect/facts.py', import.meta.url));

/** Imports modules with the project's own Python, and asks SQLAlchemy what their models are. */
export async function inspectModels({
  python,
  ...request
}: InspectOptions): Promise<FactsFileContent | NotInspected> {
  const { output, problem } = await askPython(
    python,
    script,
    { ...request, types: tables },
    request.directory,
  );
  if (problem !== undefined) return { reason: 'python', message: problem, failed: [] };
  const answer = JSON.parse(output) as Answer;
  if ('failed' in answer) {
    const message = answer.failed.map((each) => each.message).join('; ');
    return { reason: 'import', message, failed: answer.failed };
  }
  if ('unconfigured' in answer)
    return { reason: 'mappers', message: answer.unconfigured, failed: [] };
  const hashes = answer.files.map(async (path) => {
    return [path, sourceHash(await readFile(join(request.directory, path)))] as const;
  });
  return {
    version: FACTS_VERSION,
    sources: Object.fromEntries(await Promise.all(hashes)),
    names: answer.names,
    models: answer.models,
  };
}
