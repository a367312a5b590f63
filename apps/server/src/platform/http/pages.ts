import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makeNonce, pagePolicy } from './security.ts';

const root = path.join(import.meta.dirname, '../../../../..');
const consoleDist = path.join(root, 'apps/console/dist');
const pushWorker = path.join(consoleDist, 'push-worker.js');
const designerDist = path.join(root, 'apps/designer/dist');
const widgetDist = path.join(root, 'apps/widget/dist');
const widgetScript = path.join(widgetDist, 'widget.js');
const formPageScript = path.join(widgetDist, 'form-page.js');

/** Hosts that may be written into a page as they stand; the header is the caller's. */
const plainHost = /^[\w.:-]+$/;

const isPage = (method: string, accept: string | undefined) =>
  method === 'GET' && (accept === undefined || accept.includes('text/html') || accept.includes('*/*'));

/** Prefixes that belong to calls: an unknown address below one of them is an error, not a page. */
const callPrefixes = [
  '/e/',
  '/account/',
  '/chatbird/',
  '/assets/',
  '/designer/assets/',
  '/designer/view/',
  '/docs',
  '/widget/',
  '/hooks/',
  '/l/',
  '/p/',
  '/dev/',
  '/actions',
  '/metrics',
  '/health',
  '/ready',
];
export const isCallPath = (url: string) => callPrefixes.some((prefix) => url.startsWith(prefix));

/** Built files, whose names change with what is in them. */
const serveBuilt = (app: FastifyInstance, folder: string, prefix: string) =>
  app.register(fastifyStatic, {
    root: folder,
    prefix,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    decorateReply: false,
  });

/** The page to which a payment comes back: it reloads the window that opened the payment's, so it may not be cut off from it. */
const isReturn = (url: string) => url.split('?', 1)[0] === '/transaction.html';

/** The console's built files and its one page for every address that is no call. */
export async function servePages(
  app: FastifyInstance,
): Promise<{ sendPage: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined }> {
  if (existsSync(path.join(consoleDist, 'assets'))) await serveBuilt(app, path.join(consoleDist, 'assets'), '/assets/');
  if (existsSync(path.join(designerDist, 'assets'))) await serveBuilt(app, path.join(designerDist, 'assets'), '/designer/assets/');
  const index = existsSync(path.join(consoleDist, 'index.html')) ? readFileSync(path.join(consoleDist, 'index.html'), 'utf8') : undefined;

  const preloads: Record<string, string[]> = index ? JSON.parse(readFileSync(path.join(consoleDist, 'preloads.json'), 'utf8')) : {};

  /** Names what the first screen is about to ask for, so that it arrives beside the first script instead of after it. */
  function preloadsOf(request: FastifyRequest): string {
    const files = Object.entries(preloads).find(([screen]) => request.url.startsWith(screen))?.[1] ?? [];
    const host = plainHost.test(request.host) ? request.host : '';
    const data = ['/assets/app-config.json', ...(host ? [`/assets/WhiteLabel/${host}/${host}.json`] : [])];
    return [
      ...data.map((address) => `<link rel="preload" as="fetch" crossorigin href="${address}">`),
      ...files.map((file) =>
        file.endsWith('.css')
          ? `<link rel="preload" as="style" crossorigin href="${file}">`
          : `<link rel="modulepreload" crossorigin href="${file}" nonce="__CSP_NONCE__">`,
      ),
    ].join('');
  }

  app.get('/widget.js', { schema: { hide: true } }, (_request, reply) => {
    if (!existsSync(widgetScript)) return reply.code(503).type('text/plain').send('The widget is not built; run npm run build.');
    return reply
      .header('cache-control', 'public, max-age=300')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .type('text/javascript; charset=utf-8')
      .send(readFileSync(widgetScript));
  });

  // Parts and languages of the widget are asked for by its script alone, on pages of other origins, and pinned by their hashes there.
  if (existsSync(path.join(widgetDist, 'parts')))
    await app.register(fastifyStatic, {
      root: path.join(widgetDist, 'parts'),
      prefix: '/widget/parts/',
      immutable: true,
      maxAge: '365d',
      decorateReply: false,
      setHeaders(reply) {
        reply.header('cross-origin-resource-policy', 'cross-origin');
        reply.header('access-control-allow-origin', '*');
      },
    });
  app.get('/p/page.js', { schema: { hide: true } }, (_request, reply) => {
    if (!existsSync(formPageScript)) return reply.code(503).type('text/plain').send('The page is not built; run npm run build.');
    return reply.header('cache-control', 'public, max-age=300').type('text/javascript; charset=utf-8').send(readFileSync(formPageScript));
  });
  const widgetTypes = path.join(widgetDist, 'parley.d.ts');
  app.get('/widget/parley.d.ts', { schema: { hide: true } }, (_request, reply) => {
    if (!existsSync(widgetTypes)) return reply.code(503).type('text/plain').send('The widget is not built; run npm run build.');
    return reply.header('cache-control', 'public, max-age=300').type('text/plain; charset=utf-8').send(readFileSync(widgetTypes));
  });

  const readDesigner = (name: string) => {
    const file = path.join(designerDist, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const [ofStreams, ofForms] = [readDesigner('index.html'), readDesigner('form.html')];
  // The page is the same for everybody: which stream or form it shows, and to whom, its calls decide by the access that its address names.
  app.get('/designer/view/:accessId', { schema: { hide: true } }, (request, reply) => {
    const designer = (request.query as { of?: unknown }).of === 'form' ? ofForms : ofStreams;
    if (!designer) return reply.code(503).type('text/plain').send('The designer is not built; run npm run build.');
    const nonce = makeNonce();
    return (
      reply
        .header('content-security-policy', pagePolicy(nonce, "'self'"))
        .header('x-frame-options', 'SAMEORIGIN')
        // The address is an access: it goes nowhere else.
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(designer.replaceAll('__CSP_NONCE__', nonce))
    );
  });

  // Served at the root, since a worker opens no page above the folder that it comes from. It asks for nothing, so its policy allows
  // nothing.
  app.get('/push-worker.js', { schema: { hide: true } }, (_request, reply) => {
    if (!existsSync(pushWorker)) return reply.code(503).type('text/plain').send('The console is not built; run npm run build.');
    return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(readFileSync(pushWorker));
  });

  return {
    sendPage(request, reply) {
      if (!isPage(request.method, request.headers.accept)) return undefined;
      if (!index) return reply.code(503).type('text/plain').send('The console is not built; run npm run build.');
      const nonce = makeNonce();
      return (
        reply
          .header('content-security-policy', pagePolicy(nonce))
          // A page opens windows of others, a payment's for example, and hears from them; nobody else reaches it.
          .header('cross-origin-opener-policy', isReturn(request.url) ? 'unsafe-none' : 'same-origin-allow-popups')
          .header('cache-control', 'no-cache')
          .type('text/html; charset=utf-8')
          .send(index.replace('<!-- preloads -->', preloadsOf(request)).replaceAll('__CSP_NONCE__', nonce))
      );
    },
  };
}
