import { join } from 'node:path';

import ts from 'typescript';

const root = join(import.meta.dirname, '../../../..');

/** What the compiler says of a file under `--strict`, and the rules of this repository. */
export function compileProblems(file: string): readonly string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root);
  const program = ts.createProgram([file], {
    ...options,
    composite: false,
    incremental: false,
    declaration: false,
    declarationMap: false,
    strict: true,
    noEmit: true,
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file: at, start, messageText }) => {
    const line = at && start !== undefined ? at.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${at?.fileName ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
