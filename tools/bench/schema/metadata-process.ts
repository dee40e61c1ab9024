import { desiredState } from '@rowhouse/schema';

import { wideSchema } from './wide-schema.js';

/** Builds the metadata of as many tables as the argument says, in a process of its own, and prints its CPU time. */
const start = process.cpuUsage();
const { metadata, config } = wideSchema(Number(process.argv[2]));
const defined = process.cpuUsage(start);
const { statements } = desiredState(metadata, config);
const rendered = process.cpuUsage(start);
const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
console.log(
  JSON.stringify({
    define: milliseconds(defined),
    render: milliseconds(rendered) - milliseconds(defined),
    statements: statements.length,
  }),
);
