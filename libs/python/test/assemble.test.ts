import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  assembleModule,
  builtin,
  comment,
  docstring,
  dottedSymbol,
  literal,
  local,
  moduleSymbol,
  symbol,
} from '../src/index.js';
import { checkModules } from './modules.js';
import { findings, format } from './ruff.js';

/** A module of these sections, without the last newline. */
function assembled(...sections: string[]): string {
  return assembleModule({ module: 'own.file', sections, firstParty: ['shop'] }).trimEnd();
}

describe('imports', () => {
  test('are taken from all sections, merged, and sorted', () => {
    const text = assembled(
      'from sqlalchemy import select\nimport uuid\n\nx = select(uuid)\n',
      'from sqlalchemy import MAX_SIZE, BindParameter, select\nfrom own.other import thing\n' +
        'from . import near\nfrom fastapi import (\n    APIRouter,\n    Response,\n)\n\n' +
        'y = [select, MAX_SIZE, BindParameter, thing, near, APIRouter, Response]\n',
      `z = [${symbol('typing', 'Annotated')}, ${dottedSymbol('shop10.models.A')}, ` +
        `${symbol('shop9.models', 'B')}, ${moduleSymbol('datetime')}.date]\n`,
    );
    expect(text.split('\n\n').slice(0, 4)).toEqual([
      'import datetime\nimport uuid\nfrom typing import Annotated',
      [
        'from fastapi import APIRouter, Response',
        'from shop9.models import B',
        'from sqlalchemy import MAX_SIZE, BindParameter, select',
      ].join('\n'),
      'from own.other import thing\nfrom shop10.models import A',
      'from . import near',
    ]);
  });

  test('of a part that a template includes may stand at its place', () => {
    expect(assembled('a = 1\n\nfrom x import b\n\n\ndef f():\n    return b\n')).toBe(
      'from x import b\n\na = 1\n\n\ndef f():\n    return b',
    );
  });

  test('that nothing uses are left out', () => {
    const text =
      'import os\nimport a.b\nfrom c import d, e as f, g as g\nfrom h import i\n\nx = f + a.b.c(d=1, i=2)\n';
    expect(assembled(text)).toBe(
      'import a.b\nfrom c import e as f\nfrom c import g as g\n\nx = f + a.b.c(d=1, i=2)',
    );
  });

  test('are found in f-strings, and not in strings', () => {
    const text = 'from a import b, c, d, e\n\nx = f"{b}{{c}}{y:>{d}}" + "{e}"\n';
    expect(assembled(text)).toContain('from a import b, d\n');
  });

  test('longer than a line have a name on each', () => {
    const names = ['First', 'Second', 'Third', 'Fourth'].map((name) => `${name}VeryLongClassName`);
    const text = assembled(
      `x = [${names.map((name) => symbol('package.module', name)).join(', ')}]`,
    );
    expect(text).toMatch(/^from package.module import \(\n {4}FirstVery.*,\n {4}FourthVery.*,\n/);
  });

  test('of one name from two modules are a defect of the templates', () => {
    expect(() => assembled('from a import x\n\nx()', 'from b import x\n\nx()')).toThrow(
      /two things as x: from a and from b/,
    );
    expect(() => assembled('from a import x\n\nx = 1')).toThrow(
      /imports x from a, and writes that name itself/,
    );
    expect(() => assembled('from a import *\n')).toThrow(/import of names/);
  });
});

describe('names', () => {
  test('that a template writes stay; what is inserted dodges them', () => {
    const model = symbol('shop.models', 'Request', 'RequestModel');
    const text = assembled(
      `from fastapi import Request\n\n\ndef create(request: Request) -> ${model}:\n    return ${model}()\n`,
    );
    expect(text).toBe(
      [
        'from fastapi import Request',
        '',
        'from shop.models import Request as RequestModel',
        '',
        '',
        'def create(request: Request) -> RequestModel:',
        '    return RequestModel()',
      ].join('\n'),
    );
  });

  test.each([
    [symbol('a', 'select', 'select_model'), 'select', 'select_model'],
    [symbol('a', 'Url'), 'Url', 'Url_'],
    [symbol('a', 'Url', 'UrlModel'), 'Url, UrlModel', 'UrlModel2'],
    [symbol('a', 'print'), 'other', 'print_'],
    [local('class'), 'other', 'class_'],
    [local('row'), 'row', 'row_'],
    [local('list'), 'other', 'list_'],
    [moduleSymbol('datetime'), 'datetime', 'datetime_'],
    [moduleSymbol('os.path'), 'os', 'path_'],
  ])('%# that are taken get a natural alias', (inserted, taken, expected) => {
    expect(assembled(`x = [${taken}, "${inserted}"]`)).toContain(`"${expected}"`);
  });

  test('of arguments, attributes and strings take nothing', () => {
    const text = `f(row=1, **{"row": a.row})  # row\nx = "row"\n${local('row')} = 1\n`;
    expect(assembled(text)).toContain('\nrow = 1');
  });

  test('two members of one name are kept apart, one of two symbols is the same', () => {
    const [a, b] = [symbol('a', 'Thing'), symbol('b', 'Thing')];
    expect(assembled(`x = [${a}, ${b}, ${symbol('a', 'Thing', 'Other')}]`)).toBe(
      'from a import Thing\nfrom b import Thing as Thing_\n\nx = [Thing, Thing_, Thing]',
    );
  });

  test('a symbol of what a template imports is that import', () => {
    expect(
      assembled(
        `import uuid\nfrom a import b as c\n\nx = [c, uuid, ${symbol('a', 'b')}, ${moduleSymbol('uuid')}.UUID]`,
      ),
    ).toBe('import uuid\n\nfrom a import b as c\n\nx = [c, uuid, c, uuid.UUID]');
  });

  test('of the module itself need no import, and others dodge them', () => {
    const own = symbol('own.file', 'Page');
    expect(assembled(`class ${own}(${symbol('shop', 'Page', 'PageBase')}):\n    pass`)).toBe(
      'from shop import Page as PageBase\n\n\nclass Page(PageBase):\n    pass',
    );
  });

  test('of the module itself go before what a template imports', () => {
    const handler = symbol('own.file', 'location');
    const text = `from a import location\n\n\ndef ${handler}(x: str) -> str:\n    return location(f"{location}", location=x.location)`;
    expect(assembled(text)).toBe(
      [
        'from a import location as location_',
        '',
        '',
        'def location(x: str) -> str:',
        '    return location_(f"{location_}", location=x.location)',
      ].join('\n'),
    );
  });

  test('a class member hides nothing from the members behind it', () => {
    const date = `${moduleSymbol('datetime')}.date`;
    const text = assembled(
      `class A:\n    datetime: ${date} = None\n    str: ${builtin('str')} = ""\n    other: ${date} = None\n`,
    );
    expect(text).toBe(
      [
        'import builtins',
        'import datetime as datetime_',
        '',
        '',
        'class A:',
        '    datetime: datetime_.date = None',
        '    str: builtins.str = ""',
        '    other: datetime_.date = None',
      ].join('\n'),
    );
  });

  test('a built-in that is only used keeps its name', () => {
    expect(assembled(`x = list(${builtin('list')})`)).toBe('x = list(list)');
    expect(assembled(`def f(list: int) -> ${builtin('list')}: ...`)).toContain('builtins.list');
    expect(assembled(`for list in x:\n    ${builtin('list')}()`)).toContain('builtins.list');
    expect(assembled(`f(list=${builtin('list')})`)).toBe('f(list=list)');
  });
});

describe('a module', () => {
  test('has its header and docstring on top, and ends in one newline', () => {
    const parts = { module: 'own.file', header: '# Generated.', docstring: 'Routes.' };
    expect(assembleModule({ ...parts, sections: [] })).toBe('# Generated.\n"""Routes."""\n');
    expect(assembleModule({ ...parts, sections: ['\nx = 1\n\n\n'] })).toBe(
      '# Generated.\n"""Routes."""\n\nx = 1\n',
    );
    expect(assembleModule({ module: 'own.file', sections: [] })).toBe('');
  });

  test('has definitions two blank lines apart, and others one', () => {
    expect(
      assembled(
        'a = 1',
        'b = [\n    1,\n]',
        '@c\ndef d():\n    pass',
        'e = 1',
        'class F:\n    pass\n',
        '# Why.\ndef g(): ...',
      ),
    ).toBe(
      'a = 1\n\nb = [\n    1,\n]\n\n\n@c\ndef d():\n    pass\n\n\ne = 1\n\n\nclass F:\n    pass\n\n\n# Why.\ndef g(): ...',
    );
  });

  test('is the same when it is assembled again', () => {
    const text = assembled(
      'from a import b\n\nx = b',
      `def f():\n    ${local('y')} = ${symbol('c', 'd')}`,
    );
    expect(assembled(text)).toBe(text);
  });
});

test('random modules are as ruff formats them, and sort and use their imports', () => {
  checkModules(80);
});

describe('docstring', () => {
  test('keeps the summary on one line, and wraps what follows', () => {
    expect(docstring('Get an article.')).toBe('"""Get an article."""');
    const long = `Get ${'an article of many '.repeat(6)}words.`;
    expect(docstring(long, 4)).toBe(`"""${long}"""`);
    expect(docstring(`One.\n\n${long}`, 4).split('\n').slice(1)).toEqual([
      '',
      '    Get an article of many an article of many an article of many an article of many an',
      '    article of many an article of many words.',
      '    """',
    ]);
    expect(docstring('One.\n\nTwo\nis here.', 4)).toBe('"""One.\n\n    Two is here.\n    """');
  });

  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom('"', "'", '\\', '\n', ' ', 'a', '.'),
      fc.string({ unit: 'binary', maxLength: 1 }),
    ),
    maxLength: 200,
  });

  test('of any text is one string, formatted, that no linter minds', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const module = `def f():\n    ${docstring(`A ${text}.`, 4)}\n    return 1\n`;
        expect(format(module)).toBe(module);
        expect(findings(module, /^(?:D2|D3|E501|RUF|W)/)).toEqual([]);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test('comment is on lines of its own', () => {
    expect(comment('a\nb')).toBe('# a b');
    expect(
      comment('word '.repeat(30), 4)
        .split('\n')
        .every((line) => /^(?: {4})?# word/.test(line)),
    ).toBe(true);
  });
});

test('no text of a config is taken for a reference', () => {
  const reference = String(symbol('os', 'system'));
  expect(assembled(`x = ${literal(reference)}\n# ${comment(reference)}`)).not.toContain('import');
  expect(assembleModule({ module: 'a', docstring: reference, sections: [] })).not.toContain(
    'import',
  );
  expect(() => symbol('os', reference)).toThrow(TypeError);
  expect(() => symbol('os', 'import')).toThrow(TypeError);
});
