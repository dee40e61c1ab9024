import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { commit, recover } from '../src/index.js';
import { acquireLock, lockName } from '../src/lock/lock.js';
import { formatOwner, newOwner, type Owner } from '../src/lock/owner.js';
import { start } from './child-process.js';
import { plainScripts } from './plain-scripts.js';
import { lay, outputOf, snapshot } from './snapshot.js';
import { temporaryDirectory } from './temporary-directory.js';

const scripts = plainScripts();

describe('many processes on one output', () => {
  const left = { 'a.py': 'left', 'left/x.py': 'x', 'both/y.py': 'left' };
  const right = { 'a.py': 'right', 'right/x.py': 'x', 'both/y.py': 'right' };

  it('twenty of them, with two trees, end in one of the two', async () => {
    const base = temporaryDirectory();
    const gate = join(base, 'gate');
    const task = (files: Record<string, string>) => ({
      root: 'deep/out',
      command: { kind: 'write', mode: 'clean', files },
    });
    const children = Array.from({ length: 20 }, (_, index) => {
      const order = index % 2 ? [left, right, left] : [right, left, right];
      return start(scripts.path('child.js'), [base, JSON.stringify(order.map(task)), '0', gate]);
    });
    await sleep(1000);
    writeFileSync(gate, '');
    for (const { ended } of children) {
      const { code, stdout, stderr } = await ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^(waiting for process \d+, which is writing to .*deep\/out\n)*$/);
    }
    const found = outputOf(join(base, 'deep/out'));
    expect([left, right]).toContainEqual(found);
    expect(Object.keys(snapshot(base)).filter((path) => path.includes('.rowhouse'))).toEqual([
      'deep/out/.rowhouse.json',
    ]);
  });

  it('never two hold the lock, however many are killed while holding it', async () => {
    const base = temporaryDirectory();
    const root = join(base, 'out');
    mkdirSync(root);
    const children = Array.from({ length: 12 }, (_, index) =>
      start(scripts.path('lock-child.js'), [root, base, '8', index % 3 === 0 ? 'kill' : 'leave']),
    );
    const endings = await Promise.all(children.map(({ ended }) => ended));
    expect(endings.map(({ code, signal, stderr }) => ({ code, signal, stderr }))).toEqual(
      children.map((_, index) =>
        index % 3 === 0
          ? { code: null, signal: 'SIGKILL', stderr: '' }
          : { code: 0, signal: null, stderr: '' },
      ),
    );
    await recover(root);
    expect(Object.keys(snapshot(base)).filter((path) => path !== 'inside')).toEqual(['out/']);
  });

  it('says whom it waits for, and goes on when that process is killed', async () => {
    const base = temporaryDirectory();
    const root = join(base, 'out');
    mkdirSync(root);
    const { child, ended } = start(scripts.path('lock-child.js'), [root, base, '1', 'hang']);
    await once(child.stdout, 'data');
    const messages: string[] = [];
    const onWait = (message: string) => {
      messages.push(message);
      child.kill('SIGKILL');
    };
    await commit(root, Object.entries(left), { onWait });
    await ended;
    expect(messages).toEqual([`waiting for process ${child.pid}, which is writing to ${root}`]);
    expect(outputOf(root)).toEqual(left);
    expect(Object.keys(snapshot(root)).filter((path) => path.startsWith('.rowhouse'))).toEqual([
      '.rowhouse.json',
    ]);
  });
});

describe('two runs in one process', () => {
  it('take turns', async () => {
    const root = temporaryDirectory();
    const steps: string[] = [];
    const run = async (name: string) => {
      const lock = await acquireLock(root, {});
      steps.push(`${name} in`);
      await sleep(5);
      steps.push(`${name} out`);
      lock!.release();
    };
    await Promise.all([run('a'), run('b'), run('c')]);
    for (let index = 0; index < steps.length; index += 2) {
      expect(steps[index + 1]).toBe(steps[index]!.replace('in', 'out'));
    }
    expect(steps).toHaveLength(6);
    expect(snapshot(root)).toEqual({});
  });

  it('give up waiting after the limit, and say what to do', async () => {
    const root = temporaryDirectory();
    const held = await acquireLock(root, {});
    const late = commit(root, [['a.py', 'a']], { timeoutMs: 30 });
    await expect(late).rejects.toMatchObject({
      code: 'LOCKED',
      message: expect.stringMatching(
        /^cannot write into .*: process \d+ has been writing to it for too long; if that process is gone, delete .*\.rowhouse-lock-\S+$/,
      ),
    });
    held!.release();
    expect(snapshot(root)).toEqual({});
  });

  it('both make a missing root, and the later one finds that of the first', async () => {
    const base = temporaryDirectory();
    const files = [
      ['a.py', 'a'],
      ['b/c.py', 'c'],
    ] as const;
    const plans = await Promise.all([1, 2, 3, 4].map(() => commit(join(base, 'x/out'), files)));
    const kinds = plans.map(({ changes }) => changes[0]!.kind);
    expect(kinds.sort()).toEqual(['create', 'unchanged', 'unchanged', 'unchanged']);
    expect(Object.keys(snapshot(base))).toEqual([
      'x/',
      'x/out/',
      'x/out/.rowhouse.json',
      'x/out/a.py',
      'x/out/b/',
      'x/out/b/c.py',
    ]);
  });

  it('of which one waits find out when the other removes the root', async () => {
    const root = join(temporaryDirectory(), 'out');
    mkdirSync(root);
    const held = await acquireLock(root, {});
    const waiting = acquireLock(root, {});
    rmSync(root, { recursive: true });
    expect(await waiting).toBeUndefined();
    held!.release();
  });
});

describe('whose lock counts', () => {
  /** Leaves a lock file in an otherwise empty root, and tells whether it keeps another run out. */
  async function blocks(owner: Partial<Owner>): Promise<boolean> {
    const root = temporaryDirectory();
    writeFileSync(join(root, lockName({ ...newOwner(), since: 0, ...owner })), '');
    return isLocked(root);
  }

  async function isLocked(root: string): Promise<boolean> {
    try {
      await commit(root, [['a.py', 'a']], { timeoutMs: 0 });
    } catch (error) {
      expect(error).toMatchObject({ code: 'LOCKED' });
      return true;
    }
    expect(Object.keys(snapshot(root))).toEqual(['.rowhouse.json', 'a.py']);
    return false;
  }

  it('that of a living process does, that of a dead one does not', async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    expect(await blocks({})).toBe(true);
    expect(await blocks({ pid: child.pid! })).toBe(false);
  });

  it('a process on another machine or in another container counts as alive', async () => {
    expect(await blocks({ host: 'elsewhere', pid: 999_999_999 })).toBe(true);
    expect(await blocks({ namespace: '1', pid: 999_999_999 })).toBe(true);
  });

  it('the message names the other machine', async () => {
    const root = temporaryDirectory();
    const name = lockName({ ...newOwner(), since: 0, host: 'build-7', pid: 12 });
    writeFileSync(join(root, name), '');
    await expect(commit(root, [['a', '']], { timeoutMs: 0 })).rejects.toThrow(
      `process 12 on build-7 has been writing to it for too long; if that process is gone, delete ${join(root, name)}`,
    );
  });

  it('none survives a restart of its machine', async () => {
    expect(await blocks({ boot: 'ffffffff' })).toBe(false);
  });

  it('that of a version with other names counts', async () => {
    const root = temporaryDirectory();
    writeFileSync(join(root, '.rowhouse-lock-of-the-future'), '');
    expect(await isLocked(root)).toBe(true);
  });

  describe.runIf(process.platform === 'linux')('on Linux', () => {
    it('a later process of the same id is another one', async () => {
      expect(await blocks({ started: '1' })).toBe(false);
    });

    it('a killed process that its parent has not noticed is dead', async () => {
      const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 100']);
      try {
        const [line] = (await once(parent.stdout, 'data')) as [Buffer];
        const pid = Number(line.toString());
        // The shell has long become a program that looks after no children.
        const state = () => readFileSync(`/proc/${pid}/stat`, 'utf8');
        await expect.poll(state).toContain(') Z ');
        expect(process.kill(pid, 0)).toBe(true);
        expect(await blocks({ pid })).toBe(false);
      } finally {
        parent.kill();
      }
    });
  });
});

describe('what a killed run left beside the root', () => {
  const dead = { pid: 999_999_999 };
  const leftover = (owner: Owner) => `.rowhouse-root-${formatOwner(owner)}`;

  it('goes with the next run, and nothing that its links lead to', async () => {
    const base = temporaryDirectory();
    const name = leftover({ ...newOwner(), ...dead });
    lay(base, { [`${name}/inner/a.py`]: 'a', 'outside/letter.txt': 'mine' });
    symlinkSync(join(base, 'outside'), join(base, name, 'link'));
    symlinkSync(join(base, 'outside'), join(base, leftover({ ...newOwner(), ...dead })));
    await recover(join(base, 'a/b'));
    expect(
      Object.keys(snapshot(base)).filter((path) => !/^\.rowhouse-root-\S+$/.test(path)),
    ).toEqual(['outside/', 'outside/letter.txt']);
    expect(Object.keys(snapshot(base))).toHaveLength(3);
  });

  it('stays while its process lives, and when another version made it', async () => {
    const base = temporaryDirectory();
    const living = leftover(newOwner());
    lay(base, { [`${living}/a.py`]: 'a', '.rowhouse-root-of-the-future/a.py': 'a' });
    const before = snapshot(base);
    await recover(join(base, 'out'));
    expect(snapshot(base)).toEqual(before);
  });
});
