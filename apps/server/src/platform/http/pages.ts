import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { makeNonce, pagePolicy } from './security.ts';

const root = path.join(import.meta.dirname, '../../../../..');
const consoleDist = path.join(root, 'apps/console/dist');
const widgetScript = path.join(root, 'apps/widget/dist/widget.js');

const isPage = (method: string, accept: string | undefined) =>
  method === 'GET' && (accept === undefined || accept.includes('text/html') || accept.includes('*/*'));

/** Prefixes that belong to calls: an unknown address below one of them is an error, not a page. */
const callPrefixes = [
  '/e/',
  '/account/',
  '/chatbird/',
  '/assets/',
  '/docs',
  '/widget/',
  '/hooks/',
  '/dev/',
  '/actions',
  '/metrics',
  '/health',
  '/ready',
];
export const isCallPath = (url: string) => callPrefixes.some((prefix) => url.startsWith(prefix));

/** The console's built files and its one page for every address that is no call. */
export async function servePages(
  app: FastifyInstance,
): Promise<{ sendPage: (method: string, accept: string | undefined, reply: FastifyReply) => FastifyReply | undefined }> {
  if (existsSync(path.join(consoleDist, 'assets'))) {
    await app.register(fastifyStatic, {
      root: path.join(consoleDist, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      decorateReply: false,
      wildcard: false,
    });
  }
  const index = existsSync(path.join(consoleDist, 'index.html')) ? readFileSync(path.join(consoleDist, 'index.html'), 'utf8') : undefined;

  app.get('/widget.js', { schema: { hide: true } }, (_request, reply) => {
    if (!existsSync(widgetScript)) return reply.code(503).type('text/plain').send('The widget is not built; run npm run build.');
    return reply
      .header('cache-control', 'public, max-age=300')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .type('text/javascript; charset=utf-8')
      .send(readFileSync(widgetScript));
  });

  return {
    sendPage(method, accept, reply) {
      if (!isPage(method, accept)) return undefined;
      if (!index) return reply.code(503).type('text/plain').send('The console is not built; run npm run build.');
      const nonce = makeNonce();
      return reply
        .header('content-security-policy', pagePolicy(nonce))
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(index.replaceAll('__CSP_NONCE__', nonce));
    },
  };
}
