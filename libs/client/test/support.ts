import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { generateTree, type Plugin } from '@rowhouse/core';
import ts from 'typescript';

import { plugin as fastapi } from '../../fastapi/test/support.js';
import { client } from '../src/index.js';

const repository = resolve(import.meta.dirname, '../../..');

/** This package and the one that it derives from, as discovery would find them. */
export const plugins: readonly Plugin[] = [
  fastapi,
  { package: '@rowhouse/client', targets: [client] },
];

/** The client of a config in the repository, file by file. */
export async function clientOf(config: string): Promise<ReadonlyMap<string, string>> {
  const { tree } = await generateTree({
    config: resolve(repository, config),
    target: 'client',
    out: 'client',
    plugins,
  });
  const files = Object.entries(tree.toJSON()).filter(([, text]) => text !== null);
  return new Map(files.map(([path, text]) => [path.slice(1), text!]));
}

/** The client of a config that a test makes, of one resource without a model unless it says otherwise. */
export async function clientOfConfig(config: object): Promise<ReadonlyMap<string, string>> {
  const directory = mkdtempSync(join(tmpdir(), 'client-'));
  try {
    const path = join(directory, 'codegen.config.json');
    writeFileSync(path, JSON.stringify(config));
    return await clientOf(path);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** What the strictest settings of a project say of files, by their paths; they need not exist. */
export function compile(files: ReadonlyMap<string, string>): readonly string[] {
  const root = join(repository, 'libs/client/test/virtual');
  const paths = new Map([...files].map(([path, text]) => [join(root, path), text]));
  const folders = new Set([...paths.keys()].map((path) => dirname(path)));
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    declaration: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    verbatimModuleSyntax: true,
    isolatedDeclarations: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    erasableSyntaxOnly: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  host.fileExists = (path) => paths.has(path) || fileExists(path);
  host.directoryExists = (path) => folders.has(path) || directoryExists!(path);
  host.readFile = (path) => paths.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => {
    const text = paths.get(path);
    if (text === undefined) return getSourceFile(path, ...rest);
    return ts.createSourceFile(path, text, {
      languageVersion: ts.ScriptTarget.ES2022,
      impliedNodeFormat: ts.ModuleKind.ESNext,
    });
  };
  const program = ts.createProgram([...paths.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, '\n');
    if (file === undefined) return text;
    const { line } = file.getLineAndCharacterOfPosition(start!);
    return `${file.fileName.slice(root.length + 1)}:${line + 1} ${text}`;
  });
}
