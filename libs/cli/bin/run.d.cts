/**
 * Runs the `codegen` command with the arguments of this process, as a command of another name. Load it
 * before anything else: it sets Node.js up for a short process.
 */
export declare function run(name?: string): Promise<void>;
