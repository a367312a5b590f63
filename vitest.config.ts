import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Three suit two cores: each worker waits for its database or its program a third of its time. */
const maxWorkers = 3;
/**
 * Two cores have no room for threads that collect garbage beside the workers: an eighth less of processor time (two files of the console). What
 * a test makes is garbage by its end, so that a large young space is emptied seldom: a twentieth less (16 files of customers). A program that waits
 * would have all of its memory collected again and again by the reducer of V8: half of what an idle one took.
 */
const execArgv = ['--single-threaded-gc', '--no-memory-reducer', '--min-semi-space-size=64', '--max-semi-space-size=128'];

/** Every unit and API test, in five projects: what runs on Node with a database, what is pure, the widget, and the two that draw. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['apps/server/**/*.test.ts'],
          // Files that run on another database (scripts/test.ts)
          exclude: ['**/node_modules/**', ...(process.env.TESTS_ELSEWHERE?.split(':').filter(Boolean) ?? [])],
          globalSetup: ['apps/server/test/global-setup.ts'],
          setupFiles: ['apps/server/test/setup.ts'],
          pool: 'forks',
          // Each file has a program and a database of its own; loading the program anew for each would take as long as the tests.
          isolate: false,
          maxWorkers,
          execArgv,
          // Serves the programs and threads that tests start; each of them loads hundreds of modules.
          env: { NODE_COMPILE_CACHE: path.resolve('.cache/compile') },
          // Nobody waits for these unless something hangs; a slow machine must not fail what is right. A test has longer than a sign that it
          // waits for (patience.ts), so that a failure says what did not come.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'packages',
          environment: 'node',
          include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'],
          isolate: false,
          maxWorkers,
          execArgv,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'widget',
          environment: 'jsdom',
          include: ['apps/widget/**/*.test.ts'],
          setupFiles: ['apps/widget/test-setup.ts'],
          testTimeout: 240_000,
          isolate: false,
          maxWorkers,
          execArgv,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'designer',
          environment: 'jsdom',
          include: ['apps/designer/src/**/*.test.{ts,tsx}'],
          setupFiles: ['scripts/react-for-tests.ts', 'packages/ui/test-setup.ts', 'apps/designer/test-setup.ts'],
          pool: 'forks',
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
          maxWorkers,
          execArgv,
          css: false,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'console',
          environment: 'jsdom',
          include: ['apps/console/**/*.test.{ts,tsx}'],
          setupFiles: ['scripts/react-for-tests.ts', 'packages/ui/test-setup.ts', 'apps/console/test-setup.ts'],
          pool: 'forks',
          // A page and the modules are made once a worker, not once a file: 82 s of processor time instead of 256 s (two shared cores). The
          // set-up puts both back after each test.
          isolate: false,
          // A busy machine draws slowly, as above.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
          maxWorkers,
          execArgv,
          css: false,
        },
      },
    ],
  },
});
