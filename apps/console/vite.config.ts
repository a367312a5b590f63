import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { groupChunks } from './chunks.ts';

const server = 'http://127.0.0.1:3000';
const proxied = ['/e', '/account', '/chatbird', '/nlp', '/assets/WhiteLabel', '/assets/app-config.json'];

export default defineConfig(async ({ command }) => ({
  // Writes src/routes/route-tree.gen.ts anew when a file of src/routes comes or goes; its settings lie in tsr.config.json.
  plugins: [tanstackRouter(), react()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    // scripts/budget.ts bounds the script of each screen, which is what a visitor waits for.
    chunkSizeWarningLimit: 2_000,
    // The first script lists every other one for the screens that it loads later: names beside the hashes are 4 kB of it.
    ...(command === 'build'
      ? {
          rolldownOptions: {
            output: { codeSplitting: await groupChunks(), chunkFileNames: 'assets/[hash].js', assetFileNames: 'assets/[hash][extname]' },
          },
        }
      : {}),
  },
  server: {
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path === '/e' ? '^/e/' : path, { target: server }])),
      '/actions': { target: server, ws: true },
    },
  },
}));
