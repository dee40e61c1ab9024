const audit = {
  name: 'audit',
  target: 'fastapi',
  scope: 'resource',
  requires: ['creat'],
  build: () => [],
};

export const operations = [audit];
