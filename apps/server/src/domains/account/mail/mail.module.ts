import type { FastifyReply } from 'fastify';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Module } from '../../../module.ts';
import { sendMail } from './mail.jobs.ts';
import { renderMailList, renderMailPage } from './mail.page.ts';
import { sendQueuedMail } from './mail.service.ts';

/** No script at all; styles, because mails carry theirs in attributes. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const sendPage = (reply: FastifyReply, html: string) =>
  reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);

export const mail: Module = {
  name: 'mail',
  jobs: [sendMail],
  routes(app, { config, mailer }) {
    // Mails hold links that sign people in, so in production the page does not exist at all.
    if (config.isProduction) return;
    app.get('/dev/mail', { schema: { hide: true } }, async (_request, reply) => sendPage(reply, renderMailList(await mailer.listKept())));
    app.get<{ Params: { mailId: string } }>('/dev/mail/:mailId', { schema: { hide: true } }, async (request, reply) => {
      const kept = (await mailer.listKept()).find((candidate) => candidate.id === request.params.mailId);
      if (!kept) throw new DomainError('route.not_found', 'There is no such mail.', {});
      return sendPage(reply, renderMailPage(kept));
    });
  },
  async work(deps) {
    await deps.jobs.handle(sendMail, ({ sealed }) => sendQueuedMail(deps, sealed));
    return undefined;
  },
};
