export const audit = {
  name: 'audit',
  target: 'fastapi',
  scope: 'resource',
  build: () => [],
};
