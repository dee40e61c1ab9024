import { test } from 'vitest';

import { checkModules } from './modules.js';
import { checkStatements } from './statements.js';

// The same as the unit tests, with many more inputs.
test('many random statements are laid out as ruff formats them', () => {
  checkStatements(1500);
});

test('many random modules are as ruff formats them', () => {
  checkModules(2000);
});
