import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { apiDiff } from '@rowhouse/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { plugin } from './support.js';

let repository: string;
beforeEach(() => {
  repository = realpathSync(mkdtempSync(join(tmpdir(), 'diff-')));
  git('init', '--quiet');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@rowhouse.example');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(repository, { recursive: true });
});

function git(...args: readonly string[]): void {
  execFileSync('git', args, { cwd: repository });
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'state');
}

const id = { name: 'id', type: 'uuid' };
const str = (name: string, more: object = {}) => ({ name, type: 'str', ...more });

/** A config of one resource, which takes no types from models. */
function config(operations: readonly object[], more: object = {}) {
  const auth = { type: 'jwt', secret_env: 'SECRET', verify_credentials_fn: 'shop.auth.verify' };
  const resource = { model: 'shop.models.Item', operations, ...more };
  return { version: '1', module: 'shop', models: false, auth, resources: [resource] };
}

function write(content: object, path = 'api.json'): void {
  mkdirSync(join(repository, path, '..'), { recursive: true });
  writeFileSync(join(repository, path), JSON.stringify(content));
}

async function differences(path = 'api.json', against?: string) {
  const { changes } = await apiDiff({
    config: path,
    cwd: repository,
    plugins: [plugin],
    ...(against !== undefined && { against }),
  });
  return changes.map(({ kind, isBreaking, text, bodies }) => {
    const sign = isBreaking ? '!' : kind === 'added' ? '+' : '~';
    return `${sign} ${text}${bodies.length > 0 ? ` (${bodies.join(', ')})` : ''}`;
  });
}

/** What is said of one state after another. */
async function between(before: object, after: object) {
  write(before);
  commit();
  write(after);
  return differences();
}

const get = (...fields: readonly object[]) => ({ name: 'get', fields: [id, ...fields] });
const create = (...fields: readonly object[]) => ({ name: 'create', fields });
const update = (...fields: readonly object[]) => ({ name: 'update', fields });
const list = (more: object = {}, ...fields: readonly object[]) => ({
  name: 'list',
  fields: [id, ...fields],
  ...more,
});

test('nothing is said of what clients do not see', async () => {
  const before = config([get(str('name')), create(str('name'))]);
  const after = config([get(str('name')), create(str('name', { description: 'Who it is.' }))], {
    generate_tests: true,
    tags: ['things'],
  });
  expect(await between(before, { ...after, module: 'store' })).toEqual([]);
});

test('a bulk takes more operations or fewer', async () => {
  const state = (of: readonly string[], max: number) =>
    config([get(), create(str('title')), update(str('title')), { name: 'bulk', of, max }]);
  expect(await between(state(['create'], 10), state(['create', 'update'], 20))).toEqual([
    '~ POST /items/bulk may answer 404',
    '~ Item.operations is list[Operation[ItemBulkCreate | ItemBulkUpdate]], was list[ItemBulkCreate] (ItemBulkRequest)',
    '~ Item.operations: max_length is 20, was 10 (ItemBulkRequest)',
  ]);
  expect(await between(state(['create', 'update'], 10), state(['update'], 5))).toEqual([
    '! Item.operations is list[ItemBulkUpdate], was list[Operation[ItemBulkCreate | ItemBulkUpdate]] (ItemBulkRequest)',
    '! Item.operations: max_length is 5, was 10 (ItemBulkRequest)',
  ]);
});

describe('routes', () => {
  test('that come and go', async () => {
    const before = config([get(str('name')), { name: 'delete' }]);
    const after = config([get(str('name')), update(str('name'))]);
    expect(await between(before, after)).toEqual([
      '! DELETE /items/{pk} is removed',
      '+ PATCH /items/{pk}',
    ]);
  });

  test('whose key is another, or called otherwise', async () => {
    const name = [{ name: 'get', fields: [{ name: 'code', type: 'str' }] }];
    const before = config([get()]);
    const after = config(name, { pk: 'code', pk_type: 'str' });
    expect(await between(before, after)).toContain(
      '! GET /items/{pk} takes StrKey in its path, was UuidKey',
    );
  });

  test('that need a user, or none', async () => {
    const open = config([get(), { name: 'delete', require_auth: false }], { require_auth: false });
    const closed = config([get(), { name: 'delete', require_auth: false }]);
    expect(await between(open, closed)).toEqual(['! GET /items/{pk} needs a user']);
    commit();
    write(open);
    expect(await differences()).toEqual(['~ GET /items/{pk} needs no user any more']);
  });

  test('that need a header, or none', async () => {
    const state = (required: boolean) => ({
      ...config([get(), create(str('title')), update(str('title'))], {
        version: { field: 'edition', required },
      }),
      auth: { type: 'jwt', verify_credentials_fn: 'shop.auth.verify', claims: { sub: 'str' } },
      idempotency: { model: 'shop.models.Key', required },
    });
    expect(await between(state(false), state(true))).toEqual([
      '! POST /items/ needs the header Idempotency-Key',
      '! PATCH /items/{pk} needs the header If-Match',
    ]);
    commit();
    write(state(false));
    expect(await differences()).toEqual([
      '~ POST /items/ needs no header Idempotency-Key any more',
      '~ PATCH /items/{pk} needs no header If-Match any more',
    ]);
  });

  test('that answer in pages, and search by other fields', async () => {
    const name = str('name');
    const before = config([get(), list({ filters: {}, ordering: { fields: ['name'] } }, name)]);
    const filters = { fields: ['name'] };
    const paged = { filters, pagination: { mode: 'offset' } };
    expect(await between(before, config([get(), list(paged, name)]))).toEqual([
      '! POST /items/search filters by id no more',
      '! POST /items/search sorts by name no more',
      '! Item.sort is removed (ItemSearchRequest)',
      '! POST /items/search answers ItemPage, was list[ItemListItem]',
      '+ Item.offset, optional (ItemSearchRequest)',
      '+ Item.limit, optional (ItemSearchRequest)',
    ]);
  });
});

describe('fields', () => {
  test('are told once for all the bodies that have them', async () => {
    const fields = [str('name'), str('note', { nullable: true })];
    const all = (...of: readonly object[]) =>
      config([get(...of), list({}, ...of), create(...of), update(...of)]);
    expect(await between(all(fields[0]!), all(...fields))).toEqual([
      '+ Item.note (ItemResource, ItemListItem)',
      '+ Item.note, optional (ItemCreateRequest, ItemUpdateRequest)',
    ]);
    commit();
    write(all(fields[0]!));
    expect(await differences()).toEqual([
      '! Item.note is removed (ItemResource, ItemListItem, ItemCreateRequest, ItemUpdateRequest)',
    ]);
  });

  test('of a request must not ask for more', async () => {
    const before = config([
      get(),
      create(str('name', { default: '' }), str('note', { nullable: true, required: true })),
    ]);
    const after = config([get(), create(str('name'), str('note'), str('why'))]);
    expect(await between(before, after)).toEqual([
      '! Item.name is required (ItemCreateRequest)',
      '! Item.note is str, was str | None (ItemCreateRequest)',
      '! Item.why is new and required (ItemCreateRequest)',
    ]);
    commit();
    write(before);
    expect(await differences()).toEqual([
      '! Item.why is removed (ItemCreateRequest)',
      '~ Item.name is optional (ItemCreateRequest)',
      '~ Item.note is str | None, was str (ItemCreateRequest)',
    ]);
  });

  test('of an answer must not say less', async () => {
    const before = config([get(str('name'), { name: 'size', type: 'int' })]);
    const after = config([get(str('name', { nullable: true }), str('size'))]);
    expect(await between(before, after)).toEqual([
      '! Item.name is str | None, was str (ItemResource)',
      '! Item.size is str, was int (ItemResource)',
    ]);
  });

  test('by the values of an enum, what a request may hold and an answer holds', async () => {
    const state = (...values: readonly string[]) => str('state', { enum: values });
    const both = (...values: readonly string[]) =>
      config([get(state(...values)), create(state(...values))]);
    expect(await between(both('new', 'old'), both('new', 'a, b'))).toEqual([
      '! Item.state is Literal["new", "a, b"], was Literal["new", "old"] (ItemCreateRequest)',
      '~ Item.state is Literal["new", "a, b"], was Literal["new", "old"] (ItemResource)',
    ]);
    commit();
    write(both('new', 'a, b', 'old'));
    expect((await differences()).map((line) => line[0])).toEqual(['~']);
  });

  test.each([
    [{ max_length: 9 }, { max_length: 5 }, '! Item.name: max_length is 5, was 9'],
    [{ max_length: 5 }, { max_length: 9 }, '~ Item.name: max_length is 9, was 5'],
    [{ min_length: 1 }, { min_length: 2 }, '! Item.name: min_length is 2, was 1'],
    [{ min_length: 2 }, { min_length: 1 }, '~ Item.name: min_length is 1, was 2'],
    [{}, { max_length: 9 }, '! Item.name: max_length is 9'],
    [{ pattern: '^a' }, {}, '~ Item.name: pattern "^a" is gone'],
    [{ pattern: '^a' }, { pattern: '^b' }, '! Item.name: pattern is "^b", was "^a"'],
  ])('by their limits: %j, then %j', async (before, after, expected) => {
    const state = (more: object) => config([get(), create(str('name', more))]);
    expect(await between(state(before), state(after))).toEqual([`${expected} (ItemCreateRequest)`]);
  });

  test('of a create that answers with the whole row from now on', async () => {
    const before = config([create(str('name'))]);
    const after = config([create(str('name')), get(str('name'))]);
    expect(await between(before, after)).toEqual([
      '+ GET /items/{pk}',
      '+ Item.name (ItemResource)',
    ]);
  });
});

test('an older commit is compared with, and a folder of the repository', async () => {
  write(config([get()]), 'apps/shop/api.json');
  commit();
  git('tag', 'v1');
  write(config([get(str('name'))]), 'apps/shop/api.json');
  commit();
  expect(await differences('apps/shop/api.json')).toEqual([]);
  // As in a hook.
  vi.stubEnv('GIT_DIR', '.git');
  expect(await differences('apps/shop/api.json', 'v1')).toEqual(['+ Item.name (ItemResource)']);
});

test('models are read as they were, and what is installed as it is', async () => {
  const model = (length: number) =>
    [
      'from base import Base',
      'from sqlalchemy import String',
      'from sqlalchemy.orm import Mapped, mapped_column',
      'class Item(Base):',
      '    __tablename__ = "items"',
      '    id: Mapped[int] = mapped_column(primary_key=True)',
      `    name: Mapped[str] = mapped_column(String(${length}))`,
    ].join('\n');
  const base = 'from sqlalchemy.orm import DeclarativeBase\nclass Base(DeclarativeBase): ...\n';
  const installed = '.venv/lib/python3.12/site-packages';
  mkdirSync(join(repository, installed), { recursive: true });
  writeFileSync(join(repository, '.venv/pyvenv.cfg'), 'version = 3.12.1\n');
  writeFileSync(join(repository, installed, 'base.py'), base);
  writeFileSync(join(repository, '.gitignore'), '.venv\n');
  mkdirSync(join(repository, 'shop'));
  writeFileSync(join(repository, 'shop/models.py'), model(40));
  write({ ...config([{ name: 'create', fields: ['name'] }]), models: undefined });
  commit();
  writeFileSync(join(repository, 'shop/models.py'), model(50));
  expect(await differences()).toEqual([
    '~ Item.name: max_length is 50, was 40 (ItemCreateRequest)',
  ]);
});

test('where the commit has no such config, all is new', async () => {
  write({}, 'other.json');
  commit();
  write(config([get()]));
  const diff = await apiDiff({ config: 'api.json', cwd: repository, plugins: [plugin] });
  expect(diff.isThere).toBe(false);
  expect(await differences()).toEqual(['+ POST /auth/token', '+ GET /items/{pk}']);
});

test('what cannot be compared is said, and nothing is left behind', async () => {
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('rowhouse-api-'));
  const before = left();
  write({ version: '1' });
  commit();
  write(config([get()]));
  await expect(differences()).rejects.toThrow(
    "the config of 'HEAD' cannot be read any more: api.json:1:1: missing 'module' and 'resources', or 'apps'",
  );
  await expect(differences('api.json', 'v9')).rejects.toThrow("there is no commit 'v9'");
  rmSync(join(repository, '.git'), { recursive: true });
  await expect(differences()).rejects.toThrow('the config is not in a git repository');
  expect(left()).toEqual(before);
});
