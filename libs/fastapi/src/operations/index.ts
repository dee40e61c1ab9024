import type { AnyOperation } from '@rowhouse/core';

import { access, accessIndex } from './access.js';
import { accessTests } from './access-tests.js';
import { action } from './action/action.js';
import { appPackages } from './app-packages.js';
import { authFiles } from './auth-files.js';
import { auth } from './auth.js';
import { bulk } from './bulk/bulk.js';
import { create } from './create/create.js';
import { deleteOperation } from './delete/delete.js';
import { get } from './get/get.js';
import { hookTests } from './hook-tests.js';
import { relations } from '../relations/module.js';
import { relationTests } from '../relations/tests.js';
import { idempotency } from './idempotency.js';
import { list } from './list/list.js';
import { policies } from './policies.js';
import { projectRouter } from './project-router.js';
import { restore } from './restore/restore.js';
import { resourceRouter } from './resource-router.js';
import { retryTests } from './retry-tests.js';
import { router } from './router.js';
import { scaffold } from './scaffold.js';
import { softDeleteTests } from './soft-delete-tests.js';
import { testApp } from './test-app.js';
import { testModule } from './test-module.js';
import { update } from './update/update.js';
import { upsert } from './upsert/upsert.js';
import { versionTests } from './version-tests.js';

/** The operations of this package: a new one is a line here. They run in this order, where they name no other. */
export const operations: readonly AnyOperation[] = [
  scaffold,
  authFiles,
  get,
  list,
  create,
  update,
  deleteOperation,
  restore,
  upsert,
  bulk,
  action,
  auth,
  idempotency,
  access,
  relations,
  accessIndex,
  accessTests,
  softDeleteTests,
  hookTests,
  versionTests,
  retryTests,
  relationTests,
  resourceRouter,
  appPackages,
  router,
  projectRouter,
  policies,
  testModule,
  testApp,
];
