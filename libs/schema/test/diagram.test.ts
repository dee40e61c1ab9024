import { expect, test } from 'vitest';

import { mermaidDiagram } from '../src/diagram/mermaid.js';
import { shop } from './models/shop.js';

test('tables are drawn with their columns, keys and foreign keys', async () => {
  const diagram = mermaidDiagram(shop().metadata);
  await expect(diagram).toMatchFileSnapshot('models/golden/shop.mmd');
  expect(mermaidDiagram(shop().metadata)).toBe(diagram);
});
