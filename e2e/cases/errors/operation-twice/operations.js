export const get = { name: 'get', target: 'fastapi', scope: 'resource', build: () => [] };
