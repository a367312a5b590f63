import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  base: '/designer/',
  html: { cspNonce: '__CSP_NONCE__' },
  build: { target: 'baseline-widely-available' },
});
