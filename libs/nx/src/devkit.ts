/**
 * What plugins use of Nx. `@nx/devkit` has the same from here: as a package of its own, its version would have to be that of
 * `nx`, which is the workspace's.
 */
export * from 'nx/src/devkit-exports.js';
