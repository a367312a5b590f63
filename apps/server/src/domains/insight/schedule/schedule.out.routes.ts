import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '#platform/http/failure-limit.ts';
import type { Deps } from '../../../deps.ts';
import { leaveByMail, outPath, readOutKey } from './schedule.out.ts';

const bodyLimit = 4096;
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex"><title>${title}</title><style>
body{font:16px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f3f5f6,#14191c);color:light-dark(#1c2b33,#e6ebee)}
main{box-sizing:border-box;width:min(28rem,calc(100vw - 2rem));padding:2rem;border-radius:12px;background:light-dark(#fff,#1f262a)}
h1{margin:0 0 .5rem;font-size:1.25rem}p{margin:0}form{margin:1.5rem 0 0}
button{font:inherit;font-weight:600;padding:.75rem 1.25rem;border:0;border-radius:8px;cursor:pointer;background:light-dark(#1c2b33,#e6ebee);color:light-dark(#fff,#14191c)}
button:focus-visible{outline:3px solid light-dark(#1864ab,#74c0fc);outline-offset:2px}
</style></head><body><main><h1>${title}</h1><p>${body}</p></main></body></html>`;

const unknown = page('This link is over', 'Open the mails of boards in the product to leave one.');
const asks = page(
  'Get no more of these mails?',
  'You leave the mails of this board alone. Its owner can add you again.</p><form method="post"><button name="List-Unsubscribe" value="One-Click">Get no more of them</button></form><p>',
);
const left = page('You get no more of these mails', 'Other mails of boards are as they were.');

/**
 * Leaving a mailed board without a login (RFC 8058). A look at the address changes nothing, since mail programs and their guards open links;
 * the mail program's own button, and that of the page, post.
 */
export function outRoutes(app: FastifyInstance, deps: Deps): void {
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { key } = request.query as { key?: unknown };
    const recipient = typeof key === 'string' ? readOutKey(deps, key) : undefined;
    if (recipient && request.method === 'POST') await leaveByMail(deps, recipient);
    reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8');
    return reply.code(recipient ? 200 : 404).send(recipient ? (request.method === 'POST' ? left : asks) : unknown);
  }
  void app.register((scope, _options, done) => {
    // Mail programs send a form of either kind; the address says all.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, _body, parsed) => parsed(null));
    scope.route({
      method: ['GET', 'POST'],
      url: outPath,
      bodyLimit,
      schema: { hide: true } as never,
      config: { rateLimit: { max: 60, timeWindow: 60_000, keyGenerator: (request: FastifyRequest) => `out ${networkOf(request.ip)}` } },
      handler: answer,
    });
    done();
  });
}
