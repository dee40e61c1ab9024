/** What error messages are made of: words with values among them, paths, suggestions. */
export { isMarked, userErrorMark } from './mark.js';
export { formatPath } from './path.js';
export { didYouMean, nearest } from './suggest.js';
export { formatText, formatValue } from './format-text.js';
export { text, unquoted, type Phrase, type Text } from './text.js';
