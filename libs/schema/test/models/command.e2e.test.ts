import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { directory, project, schema, withProject } from '../migrations/command.js';

withProject();

const out = () => join(directory, 'blog/models.py');
const models = (...args: string[]) => schema('models', '--out', out(), ...args);

describe('schema models', () => {
  test('writes a module, and again only what has changed', async () => {
    expect(await models()).toEqual({ code: 0, out: `Wrote ${out()}.`, err: '' });
    const text = await readFile(out(), 'utf8');
    expect(text).toContain('class Article(Base):');
    expect(text).toContain('title: Mapped[str] = mapped_column(Text, server_default="new")');
    expect(await models()).toEqual({ code: 0, out: `${out()} is up to date.`, err: '' });
    await project("headline: text().notNull().default('new')");
    expect(JSON.parse((await models('--json')).out)).toEqual({ written: [out()] });
    expect(await readFile(out(), 'utf8')).toBe(text.replaceAll('title', 'headline'));
  });

  test('--check writes nothing, and names the first line that differs', async () => {
    const missing = await models('--check');
    expect(missing.code).toBe(1);
    expect(missing.out).toContain(`${out()}:1: differs from `);
    await models();
    expect(await models('--check')).toEqual({ code: 0, out: `${out()} is up to date.`, err: '' });

    const before = await readFile(out(), 'utf8');
    const line = before.split('\n').findIndex((text) => text.includes('title: Mapped')) + 1;
    await project('title: text()');
    expect(await models('--check')).toEqual({
      code: 1,
      out: [
        `${out()}:${line}: differs from ${join(directory, 'schema.config.ts')}:`,
        '  found:    title: Mapped[str] = mapped_column(Text, server_default="new")',
        '  expected: title: Mapped[str | None] = mapped_column(Text)',
        `To update it, run \`schema models --out ${out()}\` with the same --config.`,
      ].join('\n'),
      err: '',
    });
    expect(JSON.parse((await models('--check', '--json')).out)).toMatchObject([
      { file: out(), line },
    ]);
    expect(await readFile(out(), 'utf8')).toBe(before);
  });

  test('names the tables and views that the code has as SQL alone', async () => {
    await project('title: text()');
    await appendFile(
      join(directory, 'schema.config.ts'),
      `const create = () => [];
       metadata.registerObject({ kind: 'table', schema: 'blog', name: 'odd name', create });
       metadata.registerObject({ kind: 'materialized view', schema: 'blog', name: 'counts', create });
       metadata.registerObject({ kind: 'function', schema: 'blog', name: 'count', create });`,
    );
    expect(await models()).toMatchObject({
      code: 0,
      err: 'note: the models do not contain tables and views that only SQL defines, because their columns are unknown: table blog."odd name", materialized view blog.counts',
    });
  });

  test('names a reference to no column', async () => {
    await project('author: integer().references(() => undefined)');
    for (const command of [['models', '--out', out()], ['diagram']]) {
      const { code, err } = await schema(...command);
      expect(code).toBe(1);
      expect(err).toContain(
        'author.references: found nothing, expected a column [not-a-reference]',
      );
    }
  });

  test('leaves alone what somebody else wrote', async () => {
    await mkdir(join(directory, 'blog'));
    await writeFile(out(), 'class Article: ...\n');
    const { code, err } = await models();
    expect(code).toBe(1);
    expect(err).toBe(
      `error: ${out()}:1: the file was not written by \`schema models\` [foreign-file]\n  Set another file with --out, or delete this one.`,
    );
    expect(await readFile(out(), 'utf8')).toBe('class Article: ...\n');
  });

  test('writes a package, and removes what it wrote of a table that is gone', async () => {
    const blog = join(directory, 'blog');
    const write = () => schema('models', '--out', blog);
    const paths = (...names: string[]) => names.map((name) => join(blog, `${name}.py`));
    const [init, base, article, views] = paths('__init__', 'base', 'article', 'views');
    expect((await write()).out).toBe(
      [init, base, article, views].map((file) => `Wrote ${file!}.`).join('\n'),
    );
    expect((await write()).out).toBe(`${blog} is up to date.`);
    await writeFile(join(blog, 'own.py'), 'x = 1\n');
    const config = join(directory, 'schema.config.ts');
    await writeFile(config, (await readFile(config, 'utf8')).replace("'articles'", "'posts'"));
    const check = await schema('models', '--out', blog, '--check');
    expect(check.code).toBe(1);
    expect(check.out).toContain(`${article!}:1: differs from ${config}:`);
    expect((await write()).out).toContain(`Removed ${article!}.`);
    expect((await readdir(blog)).sort()).toEqual([
      '__init__.py',
      'base.py',
      'own.py',
      'post.py',
      'views.py',
    ]);
  });

  test.each(['', 'models.txt', '.py'])('writes nothing to %j', async (path) => {
    const { code, err } = await schema('models', '--out', path);
    expect({ code, err }).toEqual({
      code: 1,
      err: `error: --out: found '${path}', expected a module such as blog/models.py, or the folder of a package [invalid-path]`,
    });
  });

  test('wants to know where to write', async () => {
    const { code, err } = await schema('models');
    expect({ code, err }).toEqual({
      code: 1,
      err: "error: required option '-o, --out <path>' not specified",
    });
  });
});
