import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { makeNonce } from '#platform/http/security.ts';

const script = path.join(import.meta.dirname, '../../../../../../apps/widget/dist/meet.js');

/** The customer's page of a call loads one script, opens one socket, and shows two pictures. */
const page = (nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Video call</title>
<style nonce="${nonce}">html,body{height:100%;margin:0}</style>
</head>
<body><main id="meet"></main><script src="/meet.js" type="module"></script></body>
</html>`;

/** Serves `/meet/{code}` and its script. The page is the same for everybody: its socket says whether the code opens a call. */
export function serveMeetPage(app: FastifyInstance): void {
  app.get('/meet.js', { schema: { hide: true } }, (_request, reply) => {
    if (!existsSync(script)) return reply.code(503).type('text/plain').send('The page is not built; run npm run build.');
    return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(readFileSync(script));
  });
  app.get('/meet/:code', { schema: { hide: true } }, (_request, reply) => {
    const nonce = makeNonce();
    return (
      reply
        .type('text/html; charset=utf-8')
        .header(
          'content-security-policy',
          `default-src 'none'; script-src 'self'; style-src 'nonce-${nonce}'; connect-src 'self'; img-src 'self' data:; media-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        )
        .header('permissions-policy', 'camera=(self), display-capture=(self), geolocation=(), microphone=(self), payment=(), usb=()')
        // The address is an access: it goes nowhere else.
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store')
        .send(page(nonce))
    );
  });
}
