import { didYouMean, text, type OperationCatalog } from '@rowhouse/core';

import { readOperations } from '../access.js';
import { comparisonsIn } from '../conditions.js';
import type { EffectiveResource } from '../effective.js';
import type { Findings } from '../rule.js';

/** Rules name operations that there are, and those for anyone no user. */
export function checkRules(
  { config: { access }, entries, path }: EffectiveResource,
  catalog: OperationCatalog,
  { report }: Findings,
): void {
  if (access === undefined || access === 'open') return;
  for (const { operation, name, at } of entries) {
    if (operation === undefined || operation === name || !catalog.find('resource', { name }))
      continue;
    report(at('name'), {
      code: 'reserved-name',
      found: name,
      message: 'rules use this name for the built-in operation',
      fix: text`Call it ${`${name}_${operation}`}, for example.`,
    });
  }
  const isBulk = (name: string) =>
    entries.some((each) => each.operation === 'bulk' && each.name === name);
  const own: readonly (string | undefined)[] = entries
    .map(({ name }) => name)
    .filter((name) => !isBulk(name));
  const names = [...new Set([...readOperations, ...own.flatMap((name) => name ?? [])])];
  (access.rules ?? []).forEach((rule, index) => {
    const place = [...path, 'access', 'rules', index];
    if (rule.allow !== '*') {
      rule.allow.forEach((name, position) => {
        // An entry that is broken beyond its name may be the one that is meant.
        if (names.includes(name) || own.includes(undefined)) return;
        report([...place, 'allow', position], {
          code: 'unknown-operation',
          found: name,
          message: isBulk(name)
            ? 'rules name the operations that a bulk combines'
            : 'the resource has no such operation',
          fix: didYouMean(name, names) ?? text`Rules can name: ${names}.`,
        });
      });
    }
    if (rule.to !== 'anyone') return;
    if (rule.where_fn !== undefined) {
      report([...place, 'where_fn'], {
        code: 'access-without-user',
        found: rule.where_fn,
        message: text`a rule for ${'anyone'} also applies without a user, but the function needs one`,
        fix: "Remove to: 'anyone'. The rule then applies to every user.",
      });
    }
    for (const key of ['where', 'check'] as const) {
      for (const { path: inner, comparison } of comparisonsIn(rule[key] ?? {})) {
        if (comparison.test.kind !== 'user') continue;
        report([...place, key, ...inner], {
          code: 'access-without-user',
          found: comparison.test.attribute,
          message: text`a rule for ${'anyone'} also applies without a user, who has no attributes`,
          fix: "Remove to: 'anyone'. The rule then applies to every user.",
        });
      }
    }
  });
}
