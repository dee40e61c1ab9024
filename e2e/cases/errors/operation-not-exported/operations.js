export const audits = {};
