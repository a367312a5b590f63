import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { defaultDataDir } from './data-dir.ts';

// Runs before any other module is loaded, so that the next start finds two thousand of them compiled: 1.2 s of processor time instead of
// 1.7. The data folder is this program's alone; in a folder for everybody's temporary files somebody else could leave code. Where it cannot
// be written, nothing is kept. Threads take the folder from the environment.
process.env.NODE_COMPILE_CACHE ??= path.resolve(process.env.DATA_DIR || defaultDataDir, 'compile-cache');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import('./program.ts');
// Node keeps it at an orderly end alone: a program that is killed would leave the next one nothing.
flushCompileCache();
