import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { pythonProgram } from '@rowhouse/harness';

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, '../../../..');

/** A folder with a `models.py`, checked as strictly as the demo is. */
export interface PythonProject extends AsyncDisposable {
  readonly directory: string;
  /** Runs a program of the shared environment there; fails with what it prints. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  pyright(): Promise<string>;
}

/** @param models The text of `models.py`, or the files of a package. */
export async function pythonProject(
  models: string | ReadonlyMap<string, string>,
): Promise<PythonProject> {
  const directory = await mkdtemp(join(tmpdir(), 'rowhouse-models-'));
  if (typeof models === 'string') await writeFile(join(directory, 'models.py'), models);
  else {
    await mkdir(join(directory, 'models'));
    for (const [name, text] of models) await writeFile(join(directory, 'models', name), text);
  }
  await writeFile(join(directory, 'pyproject.toml'), SETTINGS);
  const execute = async (file: string, args: readonly string[]) => {
    try {
      return (await run(file, args, { cwd: directory, maxBuffer: 64 << 20 })).stdout;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${file} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
    }
  };
  return {
    directory,
    run: (program, ...args) => execute(pythonProgram(program), args),
    pyright: () =>
      execute(process.execPath, [
        join(repository, 'node_modules/pyright/index.js'),
        '--pythonpath',
        pythonProgram('python'),
      ]),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
}

const SETTINGS = `
[tool.ruff]
target-version = "py311"

[tool.ruff.lint]
select = ["E", "F", "W", "I", "N", "UP", "B", "A", "C4", "D", "S", "SIM", "RUF", "ANN", "ASYNC"]

[tool.ruff.lint.pydocstyle]
convention = "google"

[tool.pyright]
typeCheckingMode = "strict"
pythonVersion = "3.11"
`;

/** Makes the tables of \`models.py\` in a database; a warning of SQLAlchemy is an error. */
export const CREATE_ALL = `
import asyncio, sys, warnings
warnings.simplefilter("error")
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.orm import configure_mappers
import models

async def main(url: str) -> None:
    configure_mappers()
    engine = create_async_engine(url.replace("postgresql://", "postgresql+asyncpg://"))
    async with engine.begin() as connection:
        await connection.run_sync(models.Base.metadata.create_all)
    await engine.dispose()

asyncio.run(main(sys.argv[1]))
`;

/** Maps all classes, as the first query would. */
export const CONFIGURE =
  'import models; from sqlalchemy.orm import configure_mappers; configure_mappers()';

/** Writes, reads, changes and deletes people and products along their relationships. */
export const UNIT_OF_WORK = `
import asyncio, sys
from sqlalchemy import event, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine
from sqlalchemy.orm import selectinload
from models import Person, Product

async def main(url: str) -> None:
    engine = create_async_engine(url.replace("postgresql://", "postgresql+asyncpg://"))
    async with AsyncSession(engine, expire_on_commit=False) as session:
        session.add(Product(id=1, mixed_case="Chair", seller=Person(name="Ann")))
        session.add(Product(id=2, mixed_case="Desk", seller=Person(name="Bea"), buyer=Person(name="Cy")))
        await session.commit()
    async with AsyncSession(engine, expire_on_commit=False) as session:
        query = select(Product).options(selectinload(Product.seller).selectinload(Person.products_by_seller))
        chair = await session.scalar(query.where(Product.mixed_case == "Chair"))
        titles = ", ".join(one.mixed_case for one in chair.seller.products_by_seller)
        print(f"found {chair.seller.name} of {chair.mixed_case}, by {chair.seller.name}: [{titles}]")
        before = chair.seller.updated_at
        chair.seller.name = "Anna"
        await session.commit()
        await session.refresh(chair.seller)
        print("updated later:", chair.seller.updated_at > before)
    async with AsyncSession(engine, expire_on_commit=False) as session:
        await session.delete(await session.scalar(select(Person).where(Person.name == "Cy")))
        try:
            await session.flush()
        except IntegrityError as error:
            print("refused:", type(error.orig.__cause__).__name__)
    statements = []
    async with AsyncSession(engine, expire_on_commit=False) as session:
        anna = await session.scalar(select(Person).where(Person.name == "Anna"))
        event.listen(engine.sync_engine, "before_cursor_execute", lambda *each: statements.append(each[2]))
        await session.delete(anna)
        await session.commit()
        (statement,) = (one for one in statements if one)
        left = await session.scalar(select(func.count()).where(Product.id == 1))
        print("deleted by", statement.split(" WHERE")[0], "alone, left:", left)
    await engine.dispose()

asyncio.run(main(sys.argv[1]))
`;
