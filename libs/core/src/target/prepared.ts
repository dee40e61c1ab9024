import type { Issue } from '@rowhouse/errors';
import type { Files } from '../files/files.js';
import type { OperationCatalog } from './catalog.js';

/** Where a config stands, for a target that reads files of the project. */
export interface Surroundings {
  /** Absolute path of the config's directory. */
  readonly directory: string;
  /** Absolute path of the workspace; outside of one, of the working directory. */
  readonly root: string;
  readonly operations: OperationCatalog;
  /** What the target reads through: what it asks elsewhere, a later run cannot see to have changed. */
  readonly files: Files;
  /** An absolute path as messages show it. */
  display(path: string): string;
}

/** What a target makes of a config's value before its schema checks it. */
export interface Prepared {
  /**
   * The value with what the config leaves to files of the project. What it keeps stands where it stood,
   * so that messages find it.
   */
  readonly value: unknown;
  /** What contradicts those files. */
  readonly issues: readonly Issue[];
  /** Absolute paths of the files that were read. */
  readonly files: readonly string[];
  /** Absolute paths that were looked for and are absent. */
  readonly absent: readonly string[];
  /** What the user should know though it is no error, a line each. */
  readonly notices: readonly string[];
  /** Those of them that say that something was not found, so that nothing was checked against it. */
  readonly unchecked: readonly string[];
}
