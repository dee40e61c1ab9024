export { ModelReader } from './reader.js';
export type { Found, NotFound, ReaderOptions } from './reader.js';
export { readModels } from './read-models.js';
export type { ReadModels, ReadOptions } from './read-models.js';
export type { Signature, UnknownSignature } from './functions.js';
export { formatFacts } from './format.js';
export { isUnknown } from './facts.js';
export type * from './facts.js';
