import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Groups of chunks. By itself the bundler cuts code shared by two parts into a file each: fifty files before the first view, which a
 * browser requests six at a time. Code of the first view is one file; of the rest, the component libraries are one, and the
 * code that reads and plays streams is one.
 */
const groups = [
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  { name: 'kit', test: /node_modules[\\/](?:@mantine|@tabler|@floating-ui|react-)/, priority: 1 },
  {
    name: 'streams',
    test: /packages[\\/](?:journey|contract|nlu)[\\/]|node_modules[\\/](?:re2js|libphonenumber-js|temporal-)/,
    priority: 1,
  },
];

export default defineConfig({
  plugins: [react()],
  base: '/designer/',
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'baseline-widely-available',
    // scripts/budget.ts bounds the script of each page.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
