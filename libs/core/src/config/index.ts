export { issueText } from './issue-text.js';
export { loadConfig, shownPath, type LoadedConfig } from './load.js';
export { issueAt, sortIssues, validateConfig, valueAt, type Validation } from './validate.js';
