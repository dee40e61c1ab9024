import { readImport, takeImports } from './import-lines.js';
import { namesOf } from './names.js';
import { symbolsIn } from './symbols.js';

/** A member of a module. */
export interface Member {
  readonly module: string;
  readonly name: string;
}

/** The members of modules that a section uses, by references or by its own import lines. */
export function usedMembers(section: string): readonly Member[] {
  const { importLines, body } = takeImports(section);
  const { mentioned } = namesOf(body);
  const imported = importLines.flatMap(readImport).filter(({ local }) => mentioned.has(local));
  const all = [
    ...symbolsIn(body).map(({ module, name }) => ({ module, name })),
    ...imported.map(({ module, member: name }) => ({ module, name })),
  ];
  return all.filter((each): each is Member => each.module !== undefined && each.name !== undefined);
}
