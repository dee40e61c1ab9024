import { describe, expect, it } from 'vitest';
import fc from 'fast-check';

import { checkPaths, fold, pathProblem } from '../src/paths/paths.js';

describe('a generated path', () => {
  it.each([
    'routes/__init__.py',
    'a',
    'blog_2/tests/test_post.py',
    'db/städte.py',
    'console.py',
    'com10.py',
    'a b/c.d.e',
    '.hidden/x',
    'deep/.rowhouse-lock-x',
  ])('%j is safe', (path) => {
    expect(pathProblem(path)).toBeUndefined();
  });

  it.each([
    ['', 'the path is empty'],
    ['/etc/passwd', 'it has an empty part'],
    ['a//b', 'it has an empty part'],
    ['a/', 'it has an empty part'],
    ['..', "'..' may not be a part of it"],
    ['a/../../b', "'..' may not be a part of it"],
    ['./a', "'.' may not be a part of it"],
    ['a\\b', '"\\\\" may not be in a file name'],
    ['..\\..\\b', '"\\\\" may not be in a file name'],
    ['C:/a', '":" may not be in a file name'],
    ['C:a', '":" may not be in a file name'],
    ['a.py:stream', '":" may not be in a file name'],
    ['//server/share', 'it has an empty part'],
    ['\\\\?\\C:\\a', '"\\\\" may not be in a file name'],
    ['a\0b', '"\\u0000" may not be in a file name'],
    ['a\nb', '"\\n" may not be in a file name'],
    ['a?', '"?" may not be in a file name'],
    ['a*b', '"*" may not be in a file name'],
    ['CON', "'CON' names a device on Windows"],
    ['routes/con.py', "'con.py' names a device on Windows"],
    ['Aux.tar.gz', "'Aux.tar.gz' names a device on Windows"],
    ['nul .txt', "'nul .txt' names a device on Windows"],
    ['com1/a', "'com1' names a device on Windows"],
    ['LPT³', "'LPT³' names a device on Windows"],
    ['a./b', "'a.' ends in a dot or a space, which Windows drops"],
    ['a.py ', "'a.py ' ends in a dot or a space, which Windows drops"],
    ['...', "'...' ends in a dot or a space, which Windows drops"],
    ['a\ud800', 'it holds half a surrogate pair'],
    ['.rowhouse.json', "'.rowhouse.json' is kept for Rowhouse's own use"],
    ['.RowHouse.JSON', "'.RowHouse.JSON' is kept for Rowhouse's own use"],
    ['.rowhouse-stage/new-0', "'.rowhouse-stage' is kept for Rowhouse's own use"],
  ])('%j is refused', (path, problem) => {
    expect(pathProblem(path)).toBe(problem);
  });

  it('may not have a name that file systems cannot store', () => {
    expect(pathProblem('x'.repeat(255))).toBeUndefined();
    expect(pathProblem('ü'.repeat(128))).toMatch(/is longer than 255 bytes$/);
  });

  it('never leaves its root, on any system, whatever it is', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('..', '.', '/', '\\', 'C:', 'a', '\0'), { maxLength: 8 })
        .map((p) => p.join('')),
    );
    fc.assert(
      fc.property(anything, (path) => {
        if (pathProblem(path)) return true;
        const parts = path.split(/[\\/]/);
        return !path.includes(':') && !parts.some((part) => ['', '.', '..'].includes(part));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('generated paths together', () => {
  const problemsOf = (...paths: string[]): string[] => {
    try {
      checkPaths(paths);
      return [];
    } catch (error) {
      return (error as Error).message.split('\n');
    }
  };

  it('may share directories', () => {
    expect(problemsOf('a/b.py', 'a/c.py', 'a/d/e.py', 'f.py')).toEqual([]);
  });

  it.each([
    ['in case', 'a/User.py', 'a/user.py'],
    ['in the case of a directory', 'A/x.py', 'a/y.py'],
    ['in Unicode form', 'caf\u00e9.py', 'cafe\u0301.py'],
    ['in case beyond ASCII', 'ÄRGER.py', 'ärger.py'],
    ['in letters that fold into one', 'stra\u00dfe.py', 'STRASSE.py'],
    ['as a file and a directory in case', 'a', 'A/x.py'],
  ])('may not differ only %s', (_, first, second) => {
    expect(problemsOf(first, 'other.py', second)).toEqual([
      expect.stringMatching(/^'.+' and '.+' are one name where case or Unicode form is ignored/),
    ]);
  });

  it('may not be a file and a directory at once, or one file twice', () => {
    expect(problemsOf('a', 'a/b')).toEqual(["'a' is generated both as a file and as a directory"]);
    expect(problemsOf('a', 'a')).toEqual(["'a' is generated twice"]);
  });

  it('have all their problems told at once', () => {
    expect(problemsOf('a', 'A', 'b', 'B', 'c')).toHaveLength(2);
    expect(problemsOf('../a', 'ok', 'b/')).toEqual([
      'unsafe path "../a" in the output: \'..\' may not be a part of it',
      'unsafe path "b/" in the output: it has an empty part',
    ]);
  });
});

it('folding is the same whichever form a name is in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(fold(name.normalize('NFD'))).toBe(fold(name.normalize('NFC')));
    }),
  );
});
