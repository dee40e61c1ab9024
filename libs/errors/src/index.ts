/** What error messages are made of: problems as data, their one text, words with values among them, suggestions. */
export { formatIssue, formatIssues, formatMessage } from './format.js';
export { formatText, formatValue } from './format-text.js';
export type { Bound, Expected, Issue, Place, Problem, Unit } from './issue.js';
export { failureToJson, issueToJson, usageToJson, type FailureJson } from './json.js';
export { codeUrl, pageUrl } from './links.js';
export { isMarked, userErrorMark } from './mark.js';
export { watchOutput } from './output.js';
export { formatPath, type Path } from './path.js';
export { didYouMean, nearest } from './suggest.js';
export { text, unquoted, type Phrase, type Text } from './text.js';
