import { dirname, join, relative, resolve } from 'node:path';

import { text, unquoted, type ConfigPath, type Problem, type Surroundings } from '@rowhouse/core';
import { FactsFile, sourceHash, type ModelFacts } from '@rowhouse/sqlalchemy';

import { listed, shortened } from './listed.js';

const again =
  "Write it: 'npx codegen facts --python > models.facts.json', in the folder of the file.";

/** Whether a path under `models` is one of facts, rather than of Python files. */
export function isFactsPath(path: string): boolean {
  return path.endsWith('.json');
}

/** A file of facts that a config names, with the files that it was made from. */
export class NamedFacts {
  private constructor(
    readonly facts: FactsFile,
    readonly file: string,
    /** The sources that are there. */
    readonly sources: readonly string[],
    /** Those that are not there any more. */
    readonly absent: readonly string[],
  ) {}

  /** Reads the file, and reports what is wrong with it: also that it is older than a source that it was made from. */
  static read(
    file: string,
    path: ConfigPath,
    { directory, display, files }: Surroundings,
    report: (path: ConfigPath, problem: Problem) => void,
  ): NamedFacts | undefined {
    const folder = dirname(file);
    const pathOf = (each: string) => relative(directory, resolve(folder, each));
    const facts = FactsFile.read(files.read(file).toString(), pathOf);
    if (!facts) {
      const message = text`${unquoted(display(file))} does not hold facts of this version of Rowhouse`;
      report(path, { code: 'unreadable-facts', message, fix: again });
      return undefined;
    }
    const all = [...facts.sources].map(([name, hash]) => ({ source: join(folder, name), hash }));
    const isThere = ({ source }: { source: string }) => files.kindOf(source) === 'file';
    const changed = all.filter(
      (each) => !isThere(each) || sourceHash(files.read(each.source)) !== each.hash,
    );
    if (changed.length > 0) {
      const names = changed.map(({ source }) => display(source));
      const message = text`${unquoted(display(file))} is older than ${unquoted(listed(shortened(names)))}`;
      report(path, { code: 'old-facts', message, fix: again });
    }
    return new NamedFacts(
      facts,
      file,
      all.filter(isThere).map(({ source }) => source),
      all.filter((each) => !isThere(each)).map(({ source }) => source),
    );
  }

  module(name: string): readonly ModelFacts[] {
    return this.facts.module(name);
  }
}
