import type { FileRenderer, Output } from '@rowhouse/core';

import type { PythonOutput } from '../outputs/output.js';
import type { Use } from '../outputs/section.js';
import { Imports } from '../python/imports.js';

/** A Python file while its sections are rendered. */
export interface PythonFile {
  readonly outputs: readonly PythonOutput[];
  readonly imports: Imports;
  /** Gives the name that a symbol has in the file; the import follows. */
  readonly use: Use;
}

/** What surrounds the sections of a Python file: the header, the docstring, the imports. */
export const pythonFile: FileRenderer<PythonFile> = {
  template: 'file.py.ejs',
  open: openFile,
  view: ({ outputs, imports }, sections) => {
    let body = '';
    let afterOne = false;
    for (const index of inOrder(outputs)) {
      const definition = outputs[index]!.part === 'definition';
      // Objects stand close together, definitions and what follows them apart.
      body += (definition || afterOne ? '\n\n\n' : '\n\n') + sections[index]!.trimEnd();
      afterOne = definition;
    }
    const imported = imports.text();
    const remark = outputs[0]!.fileRemark;
    return {
      remark: remark === undefined ? '' : `# ${remark}\n`,
      about: outputs[0]!.about,
      imports: imported && `\n\n${imported}`,
      body,
    };
  },
};

/** The indexes of the sections as they stand in the file. */
function inOrder(outputs: readonly PythonOutput[]): readonly number[] {
  if (outputs.length === 1) return [0];
  const followers = new Map<PythonOutput | undefined, number[]>();
  outputs.forEach(({ follows }, index) => {
    const group = followers.get(follows);
    if (group) group.push(index);
    else followers.set(follows, [index]);
  });
  const leaders = (followers.get(undefined) ?? []).sort(
    (left, right) => rank(outputs[left]!) - rank(outputs[right]!) || left - right,
  );
  const order: number[] = [];
  const place = (index: number): void => {
    order.push(index);
    followers.get(outputs[index])?.forEach(place);
  };
  leaders.forEach(place);
  return order;
}

function rank({ part }: PythonOutput): number {
  return part === 'router' ? 0 : part === 'object' ? 1 : 2;
}

function openFile(path: string, outputs: readonly Output[]): PythonFile {
  const sections = outputs as readonly PythonOutput[];
  const taken = new Set<string>();
  const take = (name: string) => taken.add(name);
  sections.forEach(({ defines, hides }) => {
    defines.forEach(take);
    hides?.forEach(take);
  });
  const imports = new Imports(sections[0]!.module, taken);
  return { outputs: sections, imports, use: (symbol) => imports.use(symbol) };
}
