import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { chromium, type Browser } from 'playwright-core';

const cache = resolve(import.meta.dirname, '../../../node_modules/.cache');

/**
 * Starts a headless Chromium that reaches this machine and nothing else. On Linux for x64 it comes with the
 * npm package `@sparticuz/chromium`, libraries and a font included; elsewhere it is the Chrome that
 * is installed.
 */
export async function startBrowser(): Promise<Browser> {
  const offline = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return chromium.launch({ channel: 'chrome', args: [offline] });
  }
  const directory = await ensureChromium();
  return chromium.launch({
    executablePath: join(directory, 'chromium'),
    args: [offline, '--font-render-hinting=none', '--disable-gpu'],
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(directory, 'al2023/lib'),
      FONTCONFIG_FILE: join(directory, 'fonts.conf'),
    },
  });
}

/** Unpacks the browser once, beside what else is cached. */
async function ensureChromium(): Promise<string> {
  const directory = join(cache, 'chromium-137.0.1');
  if (existsSync(directory)) return directory;
  await mkdir(cache, { recursive: true });
  const unpacked = await mkdtemp(join(cache, 'chromium-'));
  // The package unpacks into the directory for temporary files, and its libraries for Lambda alone.
  const script = `await (await import('@sparticuz/chromium')).default.executablePath()`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
  });
  await writeFile(join(unpacked, 'fonts.conf'), fontsConf(join(directory, 'fonts')));
  // Another process may have been faster: then its copy is as good.
  await rename(unpacked, directory).catch(() => rm(unpacked, { recursive: true }));
  return directory;
}

/** The machine's fonts, and the one that the package brings for a machine without any. */
function fontsConf(directory: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${directory}</dir>
</fontconfig>
`;
}
