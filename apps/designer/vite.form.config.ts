import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The designer of forms, built by itself: neither does it load the canvas of streams, nor the canvas it. Its page is another one (`form.html`),
 * and its files stand in a folder of their own.
 */
const groups = [
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  { name: 'later', test: /node_modules[\\/]|packages[\\/]/, priority: 1 },
];

export default defineConfig({
  plugins: [react()],
  base: '/designer/',
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'baseline-widely-available',
    emptyOutDir: false,
    assetsDir: 'assets/form',
    // scripts/budget.ts bounds the script of each page.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { input: 'form.html', output: { codeSplitting: { groups } } },
  },
});
