export { check, customIssue } from './check.js';
export { explainIssue, sortIssues } from './explain.js';
export { displayPath, loadConfig, type LoadedConfig } from './load.js';
export { validateConfig, valueAt, type Validation } from './validate.js';
