const audit = {
  name: 'audit',
  target: 'fastapi',
  scope: 'resource',
  build: () => [],
};

export const operations = [audit];
