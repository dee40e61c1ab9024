import fc from 'fast-check';
import { expect, test } from 'vitest';

import { nextTimestamp } from './timestamp.js';

const at = (text: string) => () => Date.parse(text);

test('a timestamp is the present in UTC, in whole seconds', () => {
  expect(nextTimestamp(at('2026-01-31T23:59:58.999+02:00'), undefined)).toBe('20260131215958');
});

test.each([
  ['the clock stands still', '2026-01-31T09:30:00Z'],
  ['the clock was set back', '2020-01-01T00:00:00Z'],
])('the next one is later when %s', (_, now) => {
  expect(nextTimestamp(at(now), '20260131093000')).toBe('20260131093001');
  expect(nextTimestamp(at(now), '20251231235959')).toBe(
    now.startsWith('2026') ? '20260131093000' : '20260101000000',
  );
});

test('timestamps rise strictly, whatever the clock says', () => {
  const clocks = fc.array(
    fc.date({ min: new Date(0), max: new Date('2999-12-31'), noInvalidDate: true }),
  );
  fc.assert(
    fc.property(clocks, (dates) => {
      let last: string | undefined;
      for (const date of dates) {
        const next = nextTimestamp(() => date.getTime(), last);
        expect(next).toMatch(/^\d{14}$/);
        if (last !== undefined) expect(next > last).toBe(true);
        last = next;
      }
    }),
  );
});
