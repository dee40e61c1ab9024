import { makerOf, type BuiltOutput } from '../build/index.js';
import type { Conflict, Output, StaticFile } from '../target/output.js';
import type { AnyTarget } from '../target/target.js';

/** Finds files that two outputs claim, and files that stand where a directory does. */
export function checkFiles(files: ReadonlyMap<string, readonly BuiltOutput[]>): Conflict[] {
  const conflicts: Conflict[] = [];
  const directories = new Set<string>();
  for (const [file, made] of files) {
    const [first] = made;
    const other = made.find(({ output }) => !shareFile(first!.output, output));
    if (other) {
      conflicts.push({
        code: 'file-conflict',
        message: `${makerOf(first!)} and ${makerOf(other)} both write ${file}`,
        fix: 'Rename one of the two, or let one output amend the other.',
        made: other,
        first: first!,
      });
    }
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const directory = file.slice(0, end);
      if (directories.has(directory)) break;
      directories.add(directory);
      const around = files.get(directory)?.[0];
      if (!around) continue;
      conflicts.push({
        code: 'file-conflict',
        message: `${makerOf(around)} writes the file ${directory}, in which ${makerOf(first!)} writes ${file}`,
        fix: 'Rename one of the two.',
        made: around,
        first: first!,
      });
    }
  }
  return conflicts;
}

/** Sections share a file; so do static files that say the same. */
function shareFile(left: Output, right: Output): boolean {
  if (left.kind !== 'static' && right.kind !== 'static') return true;
  if (left.kind !== right.kind) return false;
  return (left as StaticFile).content === (right as StaticFile).content;
}

/** Finds what two outputs define, such as one name in one module, or one route. */
export class DefinitionCheck {
  readonly #first = new Map<string, BuiltOutput>();
  /** By the two makers: what both define. */
  readonly #found = new Map<string, Clash>();

  constructor(private readonly target: AnyTarget) {}

  /** One for each two makers, in the order found. */
  get conflicts(): readonly Conflict[] {
    return [...this.#found.values()].map(({ first, made, labels }) => ({
      code: 'definition-conflict',
      message: `${makerOf(first)} and ${makerOf(made)} both define ${labels.join(', ')}`,
      fix: 'Rename one of the two.',
      made,
      first,
    }));
  }

  /** Adds the outputs of one file, with their rendered texts. */
  add(outputs: readonly BuiltOutput[], sections: readonly string[]): void {
    const ofFile = new Map<string, BuiltOutput>();
    outputs.forEach((made, index) => {
      const definitions = this.target.definitions?.(made.output, sections[index]!) ?? [];
      for (const { key, label, perFile = false } of definitions) {
        const known = perFile ? ofFile : this.#first;
        const first = known.get(key);
        if (first === undefined) known.set(key, made);
        else this.#report(first, made, label());
      }
    });
  }

  #report(first: BuiltOutput, made: BuiltOutput, label: string): void {
    const makers = JSON.stringify([first, made].map((each) => [makerOf(each), each.entry?.path]));
    const there = this.#found.get(makers);
    if (there) there.labels.push(label);
    else this.#found.set(makers, { first, made, labels: [label] });
  }
}

interface Clash {
  readonly first: BuiltOutput;
  readonly made: BuiltOutput;
  readonly labels: string[];
}
