import { describe, expect, test } from 'vitest';

import { Imports } from './imports.js';
import { attribute, builtin, ownSymbol, symbol } from './symbols.js';

describe('Imports', () => {
  test('sorts as isort does', () => {
    const imports = new Imports('app.file', new Set());
    for (const used of [
      symbol('sqlalchemy', 'select'),
      symbol('sqlalchemy', 'BindParameter'),
      symbol('sqlalchemy', 'MAX_SIZE'),
      symbol('sqlalchemy.orm', 'Session'),
      symbol('fastapi', 'APIRouter'),
      attribute('uuid', 'UUID'),
      attribute('datetime', 'date'),
      symbol('typing', 'Annotated'),
      ownSymbol('app10.models', 'A'),
      ownSymbol('app9.models', 'B'),
    ]) {
      imports.use(used);
    }
    expect(imports.text()).toBe(
      [
        'import datetime',
        'import uuid',
        'from typing import Annotated',
        '',
        'from fastapi import APIRouter',
        'from sqlalchemy import MAX_SIZE, BindParameter, select',
        'from sqlalchemy.orm import Session',
        '',
        'from app9.models import B',
        'from app10.models import A',
      ].join('\n'),
    );
  });

  test('wraps a statement that is longer than a line', () => {
    const imports = new Imports('app.file', new Set());
    const names = ['First', 'Second', 'Third', 'Fourth'].map((name) => `${name}VeryLongClassName`);
    for (const name of names) imports.use(symbol('package.module', name));
    expect(imports.text().split('\n')).toEqual([
      'from package.module import (',
      '    FirstVeryLongClassName,',
      '    FourthVeryLongClassName,',
      '    SecondVeryLongClassName,',
      '    ThirdVeryLongClassName,',
      ')',
    ]);
  });

  test('imports what a name of the file would hide under a private name', () => {
    const imports = new Imports('app.file', new Set(['datetime', 'str', 'Article']));
    expect(imports.use(attribute('datetime', 'date'))).toBe('_datetime.date');
    expect(imports.use(builtin('str'))).toBe('builtins.str');
    expect(imports.use(builtin('int'))).toBe('int');
    expect(imports.use(ownSymbol('blog.models', 'Article'))).toBe('_Article');
    expect(imports.text()).toBe(
      'import builtins\nimport datetime as _datetime\n\nfrom blog.models import Article as _Article',
    );
  });

  test('keeps two members of one name apart', () => {
    const imports = new Imports('app.file', new Set());
    expect(imports.use(ownSymbol('a', 'Thing'))).toBe('Thing');
    expect(imports.use(ownSymbol('b', 'Thing'))).toBe('_Thing');
    expect(imports.use(ownSymbol('c', 'Thing'))).toBe('_Thing_2');
    expect(imports.use(ownSymbol('b', 'Thing'))).toBe('_Thing');
  });
});
