import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, vi } from 'vitest';

import { flagName } from '../../src/disk/flags.js';
import { formatHolder, newHolder, type Holder } from '../../src/disk/holder.js';
import { recover, writeOutput } from '../../src/disk/index.js';
import { nodeDisk, type Disk } from '../../src/disk/disk.js';
import { withOutputLock } from '../../src/disk/lock.js';
import { start } from './child-process.js';
import { plainScripts } from './plain-scripts.js';
import { outputOf, snapshot } from './snapshot.js';
import { temporaryDirectory } from './temporary-directory.js';

// Many processes and many files: slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

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
    await new Promise((resolve) => setTimeout(resolve, 1000));
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

  it(
    'never two hold the lock, however many are killed while holding it',
    { timeout: 60_000 },
    async () => {
      const base = temporaryDirectory();
      const root = join(base, 'out');
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
      expect(Object.keys(snapshot(base)).filter((path) => path !== 'inside')).toEqual([]);
    },
  );

  it('says whom it waits for, and goes on when that process is killed', async () => {
    const base = temporaryDirectory();
    const root = join(base, 'out');
    const { child, ended } = start(scripts.path('lock-child.js'), [root, base, '1', 'hang']);
    await once(child.stdout, 'data');
    const messages: string[] = [];
    const onWait = (message: string) => {
      messages.push(message);
      child.kill('SIGKILL');
    };
    await writeOutput(root, Object.entries(left), { mode: 'keep', onWait });
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
    const run = (name: string) =>
      withOutputLock(root, 'use', {}, async () => {
        steps.push(`${name} in`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        steps.push(`${name} out`);
      });
    await Promise.all([run('a'), run('b'), run('c')]);
    for (let index = 0; index < steps.length; index += 2) {
      expect(steps[index + 1]).toBe(steps[index]!.replace('in', 'out'));
    }
    expect(steps).toHaveLength(6);
  });

  it('give up waiting after the limit, and say what to do', async () => {
    const root = temporaryDirectory();
    const { promise, resolve } = newGate();
    const held = withOutputLock(root, 'use', {}, () => promise);
    const late = writeOutput(root, [['a.py', 'a']], { mode: 'keep', timeoutMs: 30 });
    await expect(late).rejects.toMatchObject({
      code: 'LOCKED',
      prefix: 'error',
      message: expect.stringMatching(
        /^cannot write into .*: process \d+ has been writing to it for too long; if that process is gone, delete .*\.rowhouse-lock-\S+$/,
      ),
    });
    resolve();
    await held;
    expect(snapshot(root)).toEqual({});
  });

  it.each([1, 2])('a root goes although others lock it as it goes; %i times', async (times) => {
    const base = temporaryDirectory();
    const root = join(base, 'deep/out');
    let left = times;
    const disk = beforeRemoval((directory) => {
      if (left-- > 0) writeFileSync(join(directory, flagName(newHolder(0))), '');
    });
    await withOutputLock(root, 'create', { disk }, () => undefined);
    expect(left).toBeLessThan(0);
    expect(snapshot(base)).toEqual({});
  });

  it('a root stays when somebody puts a file into it as it goes', async () => {
    const base = temporaryDirectory();
    const root = join(base, 'out');
    const disk = beforeRemoval((directory) => writeFileSync(join(directory, 'mine.txt'), 'mine'));
    await withOutputLock(root, 'create', { disk }, () => undefined);
    expect(snapshot(base)).toEqual({ 'out/': '', 'out/mine.txt': 'mine' });
  });

  it('leave no lock behind when the action fails', async () => {
    const root = temporaryDirectory();
    const failing = withOutputLock(root, 'use', {}, () => {
      throw new Error('mine');
    });
    await expect(failing).rejects.toThrow('mine');
    expect(snapshot(root)).toEqual({});
  });
});

/** The real disk, on which something happens right before a directory goes. */
function beforeRemoval(happen: (directory: string) => void): Disk {
  return {
    ...nodeDisk,
    rmdirSync: (path) => {
      happen(String(path));
      nodeDisk.rmdirSync(path);
    },
  };
}

describe('whose lock counts', () => {
  /** Leaves a flag in an otherwise empty root, and tells whether it keeps another run out. */
  async function blocks(holder: Partial<Holder>): Promise<boolean> {
    const root = temporaryDirectory();
    writeFileSync(join(root, flagName({ ...newHolder(0), since: 0, ...holder })), '');
    return isLocked(root);
  }

  async function isLocked(root: string): Promise<boolean> {
    try {
      await writeOutput(root, [['a.py', 'a']], { mode: 'keep', timeoutMs: 0 });
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
    const name = flagName({ ...newHolder(0), since: 0, host: 'build-7', pid: 12 });
    writeFileSync(join(root, name), '');
    await expect(writeOutput(root, [['a', '']], { mode: 'keep', timeoutMs: 0 })).rejects.toThrow(
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
      const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 30']);
      try {
        const [line] = (await once(parent.stdout, 'data')) as [Buffer];
        const pid = Number(line.toString());
        // The shell has long become a program that looks after no children.
        const state = () => readFileSync(`/proc/${pid}/stat`, 'utf8');
        await expect.poll(state, { timeout: 20_000 }).toContain(') Z ');
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

  it('goes with the next run', async () => {
    const base = temporaryDirectory();
    const holder = { ...newHolder(2), ...dead };
    const limbo = join(base, `.rowhouse-root-${formatHolder(holder)}`);
    mkdirSync(join(limbo, 'inner'), { recursive: true });
    writeFileSync(join(limbo, 'inner', flagName(holder)), '');
    await recover(join(base, 'a/b'));
    expect(snapshot(base)).toEqual({});
  });

  it('stays while its process lives, and when it holds a file of somebody else', async () => {
    const base = temporaryDirectory();
    const living = `.rowhouse-root-${formatHolder(newHolder(1))}`;
    const foreign = `.rowhouse-root-${formatHolder({ ...newHolder(1), ...dead })}`;
    mkdirSync(join(base, living));
    mkdirSync(join(base, foreign));
    writeFileSync(join(base, foreign, 'mine'), '');
    await recover(join(base, 'out'));
    expect(Object.keys(snapshot(base)).sort()).toEqual(
      [`${living}/`, `${foreign}/`, `${foreign}/mine`].sort(),
    );
  });

  it('is made anew when the lock’s own root vanishes while others wait', async () => {
    const root = join(temporaryDirectory(), 'out');
    const runs = ['a', 'b', 'c', 'd'].map((name) =>
      withOutputLock(root, 'create', { disk: nodeDisk }, async () => {
        await new Promise((resolve) => setTimeout(resolve, 3));
        return name;
      }),
    );
    expect(await Promise.all(runs)).toEqual(['a', 'b', 'c', 'd']);
    expect(snapshot(join(root, '..'))).toEqual({});
  });
});

function newGate(): { promise: Promise<void>; resolve: () => void } {
  let resolve: (() => void) | undefined;
  const promise = new Promise<void>((open) => (resolve = open));
  return { promise, resolve: resolve! };
}
