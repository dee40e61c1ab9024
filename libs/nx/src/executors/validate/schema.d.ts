import type { TaskOptions } from '../../task/task.js';

export type ValidateExecutorSchema = TaskOptions;
