import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { pythonProgram } from '@rowhouse/harness';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { generated } from './support.js';

const word = (longest: number, first = 'abcdefgijkmnopqrstuvw') =>
  fc
    .tuple(
      fc.constantFrom(...first),
      fc.oneof(
        fc.stringMatching(new RegExp(`^[a-z0-9_]{1,${longest - 1}}$`)),
        fc.stringMatching(new RegExp(`^[a-z]{${longest - 1}}$`)),
        fc.stringMatching(/^[a-z]{3,8}$/),
      ),
    )
    .map(([start, rest]) => `${start}${rest}x`.slice(0, longest))
    // Keywords and what models have are other tests' subject.
    .filter((name) => !/__|_$/.test(name) && name.length > 3);

const className = fc
  .tuple(fc.constantFrom(...'ABCDEFG'), fc.stringMatching(/^[a-z]{0,61}$/))
  .map(([first, rest]) => `${first}${rest}q`);

const text = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.lorem({ maxCount: 40 }),
  fc.string({ unit: fc.constantFrom('"', "'", '\\', 'a', ' ', 'é'), minLength: 1, maxLength: 150 }),
  fc.string({ unit: fc.constantFrom('a', '\u{1f600}'), minLength: 70, maxLength: 120 }),
);

const options = fc.record(
  {
    description: text,
    alias: text,
    nullable: fc.boolean(),
    min_length: fc.nat(3),
    max_length: fc.integer({ min: 100, max: 999_999 }),
    default: fc.string({ minLength: 4, maxLength: 90, unit: 'grapheme-ascii' }),
  },
  { requiredKeys: [] },
);

const field = fc.oneof(
  fc.record({ name: word(63), type: fc.constant('str'), options }),
  fc.record({
    name: word(63),
    type: fc.constant('str'),
    options: fc.record({
      enum: fc.uniqueArray(text, { minLength: 1, maxLength: 12 }),
      nullable: fc.boolean(),
    }),
  }),
  fc.record({
    name: word(63),
    type: fc.constantFrom(
      'uuid',
      'decimal',
      'datetime',
      'timedelta',
      'list[datetime]',
      'bytes',
      'email',
    ),
    options: fc.record({ nullable: fc.boolean() }),
  }),
  fc.record({
    name: word(63),
    type: fc.constant('json'),
    options: fc.record({ default: fc.dictionary(text, fc.oneof(text, fc.array(text))) }),
  }),
);

const fields = fc
  .uniqueArray(field, { minLength: 1, maxLength: 8, selector: ({ name }) => name.toLowerCase() })
  .map((specs) => specs.map(({ name, type, options }) => ({ name, type, ...options })));

const resource = fc.record({
  model: fc.tuple(word(60), className).map((path) => path.join('.')),
  pk: word(63),
  tags: fc.array(text),
  generate_tests: fc.constant(true),
  require_auth: fc.boolean(),
  operations: fc
    .record({
      fields,
      word: word(63),
      mode: fc.constantFrom('keyset', 'offset'),
      on: fc.constantFrom('instance', 'collection'),
    })
    .map(({ fields, word: name, mode, on }) => [
      { name: 'get', fields },
      {
        name: 'list',
        fields,
        filters: {},
        ...(/json|list/.test(fields[0]!.type) ? {} : { ordering: { fields: [fields[0]!.name] } }),
        pagination: { mode },
      },
      { name: 'create', fields },
      { name: 'update', fields },
      'delete',
      { name, fn: `${name}.act`, on, params: fields, returns: fields },
    ]),
});

const config = fc.record({
  version: fc.constant('1'),
  module: word(63),
  package_prefix: fc.array(word(63), { maxLength: 3 }).map((parts) => parts.join('.')),
  auth: fc.record({ verify_credentials_fn: fc.constant('people.verify') }),
  resources: fc.tuple(resource),
});

const repository = join(import.meta.dirname, '../../..');
const rules = 'E,F,W,I,N,UP,B,A,C4,D,S,SIM,RUF,ANN,ASYNC';

test('generated code is as ruff formats it, and passes its rules, whatever the names and texts', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'layout-'));
  try {
    // First-party packages are those that lie in a project's root: each config is one.
    const roots: string[] = [];
    for (const [index, each] of fc.sample(config, { numRuns: 25, seed: 20 }).entries()) {
      const { resources, package_prefix: prefix } = each;
      const root = join(directory, `project${index}`);
      const files = Object.entries(await generated(each));
      for (const [file, source] of files) {
        write(join(root, ...prefix.split('.'), file), source);
      }
      writeProject(root, resources[0]);
      write(
        join(root, 'ruff.toml'),
        `lint.select = [${rules
          .split(',')
          .map((rule) => `"${rule}"`)
          .join()}]\nlint.pydocstyle.convention = "google"\ntarget-version = "py311"\n`,
      );
      roots.push(root);
    }
    expect(ruff(['format', '--no-cache', '--check', '--diff', ...roots])).toMatch(
      /already formatted/,
    );
    expect(ruff(['check', '--no-cache', '--output-format', 'concise', ...roots])).toBe(
      'All checks passed!\n',
    );
    for (const root of roots.slice(0, 4)) {
      expect(
        python(root, 'mypy', [
          '--strict',
          '--explicit-package-bases',
          '--cache-dir',
          join(directory, 'mypy'),
          '.',
        ]),
      ).toMatch(/^Success: no issues found/m);
      expect(pyright(root)).toContain('0 errors, 0 warnings');
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

/** The code of the user that a config names: a model, an action, a check of credentials. */
function writeProject(root: string, { model, pk, operations }: Drawn['resources'][0]): void {
  const [module, name] = model.split('.') as [string, string];
  const { fields } = operations[0] as { fields: readonly DrawnField[] };
  const columns = fields
    .filter((field) => field.name !== pk)
    .map((field) => `    ${field.name}: Mapped[${columnType(field)}]\n`);
  write(
    join(root, `${module}.py`),
    `# ruff: noqa
# pyright: basic
"""Models."""

import datetime
import decimal
import uuid
from typing import Any

from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base of the model."""


class ${name}(Base):
    """The model."""

    __tablename__ = "rows"

    ${pk}: Mapped[uuid.UUID] = mapped_column(primary_key=True)
${columns.join('')}
`.trimEnd() + '\n',
  );
  const action = operations.at(-1) as { name: string };
  const takesAll = '(*arguments: Any, **keywords: Any) -> Any:\n    """Does nothing."""\n';
  const typing = 'from typing import Any\n\n\n';
  write(
    join(root, `${action.name}.py`),
    `# ruff: noqa\n# pyright: basic\n"""Actions."""\n\n${typing}def act${takesAll}`,
  );
  write(
    join(root, 'people.py'),
    `# ruff: noqa\n# pyright: basic\n"""People."""\n\n${typing}def verify(username: str, password: str) -> dict[str, Any] | None:\n    """Knows nobody."""\n`,
  );
}

type Drawn = typeof config extends fc.Arbitrary<infer Config> ? Config : never;

interface DrawnField {
  readonly name: string;
  readonly type: string;
  readonly nullable?: boolean;
  readonly enum?: readonly string[];
}

function columnType({ type, nullable }: DrawnField): string {
  const types: Readonly<Record<string, string>> = {
    uuid: 'uuid.UUID',
    decimal: 'decimal.Decimal',
    datetime: 'datetime.datetime',
    timedelta: 'datetime.timedelta',
    'list[datetime]': 'list[datetime.datetime]',
    bytes: 'bytes',
    json: 'dict[str, Any]',
  };
  return `${types[type] ?? 'str'}${nullable ? ' | None' : ''}`;
}

function python(root: string, program: string, args: readonly string[]): string {
  const run = spawnSync(pythonProgram(program), args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  return run.stdout + run.stderr;
}

function pyright(root: string): string {
  write(join(root, 'pyproject.toml'), '[tool.pyright]\ntypeCheckingMode = "strict"\n');
  const program = join(repository, 'node_modules/pyright/index.js');
  const args = [program, '--pythonpath', pythonProgram('python')];
  const run = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  return run.stdout + run.stderr;
}

function write(path: string, source: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, source);
}

function ruff(args: readonly string[]): string {
  const run = spawnSync(pythonProgram('ruff'), args, { encoding: 'utf8', maxBuffer: 64 << 20 });
  return run.stdout + run.stderr;
}
