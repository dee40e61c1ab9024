'use strict';

const { writeFileSync } = require('node:fs');

// Required, not imported: an ES module would have Node set up what a command may set up otherwise.
process.on('exit', () => {
  writeFileSync(process.env.USAGE_FILE, JSON.stringify(process.resourceUsage()));
});
