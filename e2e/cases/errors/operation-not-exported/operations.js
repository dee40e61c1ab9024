export const operation = {};
