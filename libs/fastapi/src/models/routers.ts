import { text, unquoted, type ConfigPath } from '@rowhouse/core';

import { isRecord } from '../config/rule.js';
import { isDotted, memberIn } from './dotted.js';
import type { Run } from './prepare.js';

/** Reports routers that their modules do not have. */
export function checkRouters(routers: unknown, path: ConfigPath, { source, report }: Run): void {
  if (!Array.isArray(routers)) return;
  routers.forEach((each: unknown, index) => {
    const router = isRecord(each) ? each['router'] : each;
    if (typeof router !== 'string' || !isDotted(router) || source.hasMember(router) !== false)
      return;
    report([...path, index, ...(isRecord(each) ? ['router'] : [])], {
      code: 'unknown-router',
      found: router,
      message: text`${unquoted(source.fileOf(router))} has no ${memberIn(router)}`,
      fix: 'Correct the name of the variable after the last dot.',
    });
  });
}
