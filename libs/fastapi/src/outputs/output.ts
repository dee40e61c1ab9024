import type { Output } from '@rowhouse/core';

import type { PythonModule } from '../modules.js';

/** A section of a Python file. Its members are the variables of its template. */
export interface PythonOutput extends Output, PythonModule {
  /** Template, relative to the target's; that of another package by its absolute path. */
  template: string;
  /** Stands before the sections that are not first, as the router that routes are added to. */
  readonly first?: boolean;
}
