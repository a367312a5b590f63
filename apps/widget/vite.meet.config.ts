import { defineConfig } from 'vite';

/** The customer's page of a video call: one script of its own, so that the widget's does not grow by it. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'baseline-widely-available',
    emptyOutDir: false,
    lib: { entry: 'src/meet/main.tsx', formats: ['es'], fileName: () => 'meet.js' },
    rolldownOptions: { output: { charset: 'ascii' } as object },
  },
});
