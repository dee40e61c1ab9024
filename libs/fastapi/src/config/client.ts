import * as z from 'zod';

/** The settings of the TypeScript client, which the target `client` generates from the same config. */
export const clientConfig = z.strictObject({
  out: z
    .string()
    .min(1)
    .optional()
    .meta({
      description:
        'The folder of the generated client, relative to the config. Required, unless the command sets `--out`.',
      examples: ['../../libs/blog-client/src/generated'],
    }),
  query: z
    .enum(['tanstack-react', 'tanstack-vue', 'tanstack-solid', 'tanstack-svelte'])
    .optional()
    .describe('Adds the options of queries and mutations for TanStack Query of a framework.'),
  validation: z
    .enum(['zod'])
    .optional()
    .describe(
      'Adds schemas of requests, with the constraints of the config, for forms. It needs zod 4.',
    ),
  dates: z
    .enum(['strings', 'branded'])
    .default('strings')
    .describe(
      'The types of dates and times. With `branded`, a `Date` or another string does not compile in their place.',
    ),
});

/** The settings of the TypeScript client, defaults applied. */
export type ClientConfig = z.output<typeof clientConfig>;
