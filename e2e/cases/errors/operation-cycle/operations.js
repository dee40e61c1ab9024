const audit = {
  name: 'audit',
  target: 'fastapi',
  scope: 'resource',
  requires: ['get', 'audit'],
  build: () => [],
};

export const operations = [audit];
