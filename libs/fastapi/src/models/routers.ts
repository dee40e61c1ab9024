import { text, unquoted, type ConfigPath } from '@rowhouse/core';

import type { WrittenApp } from '../config/written.js';
import { isDotted, memberIn } from './dotted.js';
import type { Reader } from './prepare.js';

/** Reports routers that their modules do not have. */
export function checkRouters(
  { routers = [] }: WrittenApp,
  path: ConfigPath,
  { source, report }: Reader,
): void {
  routers.forEach((each, index) => {
    const isObject = typeof each === 'object';
    const router = isObject ? each.router : each;
    if (router === undefined || !isDotted(router) || source.hasMember(router) !== false) return;
    report([...path, 'routers', index, ...(isObject ? ['router'] : [])], {
      code: 'unknown-router',
      found: router,
      message: text`${unquoted(source.fileOf(router))} has no ${memberIn(router)}`,
      fix: 'Correct the name of the variable after the last dot.',
    });
  });
}
