import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { generateProject } from '../generated-project.js';
import { generateClient, type GeneratedClient } from './generated-client.js';

/** Who accepts a value: the API and the schema, neither of them, or the schema alone, which leaves it to the API. */
type Verdict = 'accepted' | 'refused' | 'left to the API';

const values: readonly (readonly [field: string, value: unknown, verdict: Verdict])[] = [
  ['title', 'ab', 'accepted'],
  ['title', 'abcd', 'accepted'],
  ['title', 'a', 'refused'],
  ['title', 'abcde', 'refused'],
  ['title', '', 'refused'],
  ['title', 5, 'refused'],
  ['title', null, 'refused'],
  // Characters beyond 16 bits.
  ['title', '😀😀😀😀', 'accepted'],
  ['title', '😀', 'refused'],
  ['title', 'a\0', 'left to the API'],
  ['slug', 'on-looms', 'accepted'],
  ['slug', 'On looms', 'refused'],
  ['slug', 'on-looms\n', 'refused'],
  // What a class of characters is, the engines of JavaScript and of the API disagree about.
  ['word', 'é/٣.x', 'accepted'],
  ['word', 'é/٣. ', 'refused'],
  ['word', '-/3.x', 'refused'],
  ['line', 'a\rb', 'accepted'],
  ['line', 'a\nb', 'refused'],
  ['whole_word', 'a loom', 'accepted'],
  ['whole_word', 'looms', 'left to the API'],
  ['state', "it's", 'accepted'],
  ['state', 'old', 'refused'],
  ['note', null, 'accepted'],
  ['a_uuid', '0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a69', 'accepted'],
  ['a_uuid', '00000000-0000-0000-0000-000000000001', 'accepted'],
  ['a_uuid', 'no uuid', 'refused'],
  ['a_email', 'ada@example.org', 'accepted'],
  ['a_email', "o'neil+x@example.org", 'accepted'],
  ['a_email', 'ä@exämple.org', 'accepted'],
  ['a_email', 'ada', 'refused'],
  ['a_email', 'ada@example', 'left to the API'],
  ['a_int', -3, 'accepted'],
  ['a_int', 1.5, 'refused'],
  ['a_float', 1e300, 'accepted'],
  ['a_float', 2, 'accepted'],
  ['a_float', 'x', 'refused'],
  ['a_bool', false, 'accepted'],
  ['a_bool', 'perhaps', 'refused'],
  ['a_datetime', '2030-01-31T12:00:00Z', 'accepted'],
  ['a_datetime', '2030-01-31T12:00:00.123456+02:00', 'accepted'],
  ['a_datetime', '2030-01-31T12:00:00', 'refused'],
  ['a_datetime', '2030-02-30T12:00:00Z', 'refused'],
  ['a_date', '2028-02-29', 'accepted'],
  ['a_date', '2030-02-29', 'refused'],
  ['a_time', '12:00:00', 'accepted'],
  ['a_time', '12:00', 'accepted'],
  ['a_time', '25:00:00', 'refused'],
  ['a_timedelta', 'PT1H30M', 'accepted'],
  ['a_timedelta', '-PT1S', 'accepted'],
  ['a_timedelta', 'an hour', 'left to the API'],
  ['a_json', { a: [1, { b: null }] }, 'accepted'],
  ['a_json', [1], 'refused'],
  ['a_bytes', 'aGVsbG8=', 'accepted'],
  ['a_bytes', '', 'accepted'],
  ['a_bytes', 'no base64', 'refused'],
  ['a_inet', '10.0.0.1', 'accepted'],
  ['a_inet', '10.0.0.256', 'left to the API'],
  ['count', 1, 'accepted'],
  ['count', 10, 'accepted'],
  ['count', 0, 'refused'],
  ['count', 11, 'refused'],
  ['share', 0.5, 'accepted'],
  ['share', 0, 'refused'],
  ['share', 1, 'refused'],
  ['level', 2, 'accepted'],
  ['level', 3, 'refused'],
  ['amount', '999.99', 'accepted'],
  ['amount', 999.99, 'accepted'],
  ['amount', 0, 'accepted'],
  ['amount', '0.5', 'accepted'],
  ['amount', '1.500', 'accepted'],
  ['amount', '1.505', 'refused'],
  ['amount', '-0.01', 'refused'],
  ['amount', 1000, 'refused'],
  ['amount', '12,5', 'refused'],
  ['amount', '', 'refused'],
  ['decimal', '12345678901234567890.123456789', 'accepted'],
  ['decimal', '1e3', 'accepted'],
  ['decimal', 'NaN', 'refused'],
  ['tags', ['a'], 'accepted'],
  ['tags', [], 'refused'],
  ['tags', ['a', 'b', 'c'], 'refused'],
  ['tags', [1], 'refused'],
  ['dates', ['2030-01-31'], 'accepted'],
  ['dates', ['31.01.2030'], 'refused'],
  ['period', { lower: '2030-01-01', upper: null }, 'accepted'],
  ['period', { lower: 'x' }, 'refused'],
  ['period', { from: '2030-01-01' }, 'refused'],
  ['period', { lower: '2030-01-02', upper: '2030-01-01' }, 'left to the API'],
  ['prices', { lower: '1.50', upper: 2, bounds: '[]' }, 'accepted'],
  ['must', null, 'refused'],
  ['other', 1, 'refused'],
];

const bodies = [
  ...values.map(([field, value]) => ({ must: true, [field]: value })),
  // A field that has to be there.
  {},
];

const python = `
import json, sys
from pydantic import ValidationError
from _generated.shop.schemas.thing import ThingCreateRequest

def accepts(body):
    try:
        ThingCreateRequest.model_validate_json(json.dumps(body))
    except ValidationError:
        return False
    return True

print(json.dumps([accepts(body) for body in json.load(open("bodies.json"))]))
`;

const typescript = `
import { readFileSync } from 'node:fs';
import { z } from 'zod';

import type { ThingCreateRequest } from './generated/index.js';
import { thingCreateRequest } from './generated/shop/things.schemas.js';

const bodies = JSON.parse(readFileSync('bodies.json', 'utf8')) as unknown[];
console.log(JSON.stringify(bodies.map((body) => thingCreateRequest.safeParse(body).success)));

// What it lets through is what the operation takes, and forms can have more.
export const parsed: ThingCreateRequest = thingCreateRequest.parse({ must: true });
const form: z.ZodType<{ slug?: string | undefined; accepted: boolean }> = z.object({
  slug: thingCreateRequest.shape.slug,
  accepted: z.boolean(),
});
form.parse({ accepted: true });
// @ts-expect-error
thingCreateRequest.shape.sluck;
`;

describe('the schemas of zod', () => {
  let client: GeneratedClient;

  beforeAll(() => {
    const config = 'e2e/client/validation/codegen.config.jsonnet';
    client = generateClient(config, [], ['zod@4']);
    writeFileSync(join(client.directory, 'program.ts'), typescript);
    writeFileSync(join(client.directory, 'bodies.json'), JSON.stringify(bodies));
  });

  afterAll(() => {
    client?.remove();
  });

  it('compile', () => {
    expect(client.compile()).toBe('');
  });

  it('refuse nothing that the API accepts, and most of what it refuses', async () => {
    const project = await generateProject('e2e/client/validation');
    try {
      writeFileSync(join(project.directory, 'bodies.json'), JSON.stringify(bodies));
      const api = JSON.parse(await project.python('python', ['-c', python])) as boolean[];
      const own = JSON.parse(client.run('program.ts')) as boolean[];
      const verdicts = own.map((accepts, index): Verdict => {
        if (api[index] === accepts) return accepts ? 'accepted' : 'refused';
        return accepts ? 'left to the API' : ('refused without need' as Verdict);
      });
      expect(verdicts.map((each, index) => [bodies[index], each])).toEqual(
        [...values.map(([, , verdict]) => verdict), 'refused'].map((each, index) => [
          bodies[index],
          each,
        ]),
      );
    } finally {
      project.remove();
    }
  });
});
