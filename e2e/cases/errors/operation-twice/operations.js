const get = { name: 'get', target: 'fastapi', scope: 'resource', build: () => [] };

export const operations = [get];
