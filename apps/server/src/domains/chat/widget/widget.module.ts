import { endpoints } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { DomainError } from '#platform/http/domain-error.ts';
import { route } from '#platform/http/route.ts';
import { makeNonce } from '#platform/http/security.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import type { Module } from '../../../module.ts';
import { findWidgetChannel, mayShowWidget, type WidgetChannel } from '../../channel/door.ts';
import { readPartName, storeCustomerFile } from '../../file/door.ts';
import { createInbound } from '../conversation/chat.inbound.ts';
import { demoPage } from './demo-page.ts';
import { addressOf, getWidgetConfig } from './widget.service.ts';
import { ownOrigins, widgetSocket } from './widget.socket.ts';

/** The channel of the key, for a page that may show it; the answer may then be read by that page. */
async function admit(deps: Deps, key: string, request: FastifyRequest, reply: FastifyReply): Promise<WidgetChannel> {
  const { origin } = request.headers;
  // A refusal may be read as well: the page's developer would see a failed fetch otherwise, and not why.
  if (origin) allowOrigin(origin, reply);
  const channel = await findWidgetChannel(deps.db, key);
  if (!channel) throw new DomainError('channel.not_found', 'No such channel.', {});
  // A page of our own sends no Origin with a GET.
  const isOwnPage = origin === undefined && request.method === 'GET' && request.headers['sec-fetch-site'] !== 'cross-site';
  if (!isOwnPage && !mayShowWidget(origin, ownOrigins(deps, request.headers.host), channel.data.allowedDomains)) {
    const domain = origin && URL.canParse(origin) ? `, ${new URL(origin).host},` : '';
    throw new DomainError(
      'request.origin_refused',
      `This page may not show the widget. Add its domain${domain} to the website channel.`,
      {},
    );
  }
  return channel;
}

const allowOrigin = (origin: string, reply: FastifyReply) =>
  reply.header('access-control-allow-origin', origin).header('vary', 'origin').header('cross-origin-resource-policy', 'cross-origin');

function answerPreflights(app: FastifyInstance): void {
  for (const path of ['/widget/config', '/widget/files']) {
    app.options(path, { schema: { hide: true } }, (request, reply) => {
      if (request.headers.origin) allowOrigin(request.headers.origin, reply);
      return reply
        .header('access-control-allow-methods', 'GET, POST')
        .header('access-control-allow-headers', 'visitor-token, content-type')
        .header('access-control-max-age', '600')
        .code(204)
        .send();
    });
  }
}

export const widget: Module = {
  name: 'widget',
  routes(app, deps) {
    answerPreflights(app);
    route(app, endpoints.widget.config, async (_ctx, { query, request, reply }) => {
      const channel = await admit(deps, query.key, request, reply);
      return getWidgetConfig(enterpriseContext(deps, channel.enterpriseId), channel);
    });
    route(app, endpoints.widget.upload, async (_ctx, { query, request, reply }) => {
      const channel = await admit(deps, query.key, request, reply);
      const token = request.headers['visitor-token'];
      if (typeof token !== 'string' || !/^[\w-]{43}$/.test(token))
        throw new DomainError('chat.visitor_unknown', 'The chat has not been started yet.', {});
      if (!request.isMultipart()) throw new DomainError('request.type_unsupported', 'Send the file as multipart/form-data.', {});
      const part = await request.file();
      if (!part) throw new DomainError('request.malformed', 'There is no file.', { reason: 'file' });
      const named = { file: part.file, filename: readPartName(part.filename) };
      const ctx = enterpriseContext(deps, channel.enterpriseId);
      const stored = await storeCustomerFile(ctx, named, { visitorAddress: addressOf(token) });
      return { ...stored, url: ctx.fileUrl(stored.id) };
    });
    if (!deps.config.isProduction) {
      app.get('/demo', { schema: { hide: true } }, async (_request, reply) => {
        const { rows } = await sql<{ widgetKey: string }>`select find_demo_widget_key() as widget_key`.execute(deps.db);
        const nonce = makeNonce();
        return reply
          .type('text/html; charset=utf-8')
          .header(
            'content-security-policy',
            `default-src 'self'; script-src 'self'; style-src 'nonce-${nonce}'; img-src 'self' data: blob:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`,
          )
          .send(demoPage(rows[0]?.widgetKey ?? '', nonce));
      });
    }
  },
  sockets: (deps) => ({ '/widget/socket': widgetSocket(deps, createInbound(deps)) }),
};
