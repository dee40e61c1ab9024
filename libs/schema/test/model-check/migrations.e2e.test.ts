import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { directory, schema, withProject } from '../migrations/command.js';

withProject();

const BASE = 'from sqlalchemy.orm import DeclarativeBase\n\n\nclass Base(DeclarativeBase): ...\n';

const ARTICLE = `from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from .base import Base


class Article(Base):
    __tablename__ = "articles"
    __table_args__ = {"schema": "blog"}

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(Text, server_default="new")
`;

const check = () => schema('check', '--models', join(directory, 'app/models'));

test('without a database, models are compared with what the migrations make', async () => {
  await mkdir(join(directory, 'app/models'), { recursive: true });
  await writeFile(join(directory, 'app/models/__init__.py'), '');
  expect((await check()).err).toMatch(/models: no class in it is mapped to a table \[no-models\]/);

  await writeFile(join(directory, 'app/models/base.py'), BASE);
  await writeFile(join(directory, 'app/models/article.py'), ARTICLE);
  expect((await check()).err).toBe(
    `error: ${join(directory, 'migrations')}: there are no migrations to create the tables from [no-migrations]\n  Set a database with --database-url, or the migrations folder with --migrations.`,
  );

  await schema('generate', 'first');
  expect(await check()).toEqual({ code: 0, out: 'Models and migrations agree.', err: '' });

  // Neither the project's code nor the folder above the package has a say.
  await rename(join(directory, 'app/models/article.py'), join(directory, 'app/models/post.py'));
  await writeFile(join(directory, 'schema.config.ts'), 'export const nothing = 1;');
  await writeFile(
    join(directory, 'app/models/post.py'),
    ARTICLE.replace('"articles"', '"article"'),
  );
  const { code, out } = await check();
  expect(code).toBe(1);
  expect(out.split('\n').slice(1)).toEqual([
    expect.stringMatching(
      /^ {2}.*app\/models\/post\.py:7: blog\.article: the model Article has this table, but the database does not \[missing-table\]$/,
    ),
    "    Did you mean 'blog.articles'?",
    '  blog.articles: the database has this table, but no model does [unmapped-table]',
  ]);
});
