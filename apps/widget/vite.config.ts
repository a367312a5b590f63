import { defineConfig } from 'vite';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'baseline-widely-available',
    lib: { entry: 'src/main.ts', formats: ['iife'], name: 'ParleyWidget', fileName: () => 'widget.js' },
    // A host page may lack a charset, so nothing beyond ASCII leaves here.
    rolldownOptions: { output: { charset: 'ascii' } as object },
  },
});
