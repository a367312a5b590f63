import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { groupChunks } from './chunks.ts';

const server = 'http://127.0.0.1:3000';
const proxied = ['/e', '/account', '/chatbird', '/nlp', '/assets/WhiteLabel', '/assets/app-config.json'];

export default defineConfig(async ({ command }) => ({
  plugins: [react()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    ...(command === 'build' ? { rolldownOptions: { output: { codeSplitting: await groupChunks() } } } : {}),
  },
  server: {
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path === '/e' ? '^/e/' : path, { target: server }])),
      '/actions': { target: server, ws: true },
    },
  },
}));
