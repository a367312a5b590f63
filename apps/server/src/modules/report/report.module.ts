import { endpoints } from '@parley/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { loginRequired } from '#platform/http/domain-error.ts';
import { assertMay, route } from '#platform/http/route.ts';
import { enterpriseContext } from '../../context-of.ts';
import type { Deps } from '../../deps.ts';
import { type Eyes, eyesOf } from '../customer/customer.present.ts';
import { contentDisposition } from '../file/file.rules.ts';
import { customersOfToken, enterpriseOfToken } from '../file/file.service.ts';
import type { Module } from '../index.ts';
import { streamReport } from './report.export.ts';
import { countSources, getMessage, listStatuses, prepare } from './report.query.ts';

const calls = endpoints.reports;
const everything: Eyes = { seesNumbers: true, seesEmails: true };
const masked: Eyes = { seesNumbers: false, seesEmails: false };

/** Links that a browser follows carry a download token: whose may not read customers, reads masked numbers. */
async function downloaderOf(
  app: FastifyInstance,
  deps: Deps,
  request: FastifyRequest,
  accessId: string,
): Promise<{ enterpriseId: string; eyes: Eyes }> {
  // The feature's flag is what gives the right to every signed-in user.
  const enterpriseId = accessId && deps.flags.deliveryReport ? await enterpriseOfToken(deps, accessId) : undefined;
  if (enterpriseId) return { enterpriseId, eyes: (await customersOfToken(deps, accessId)) ? everything : masked };
  const actor = await app.authenticate(request);
  if (!actor) throw loginRequired();
  assertMay(actor, ['MANAGE.DELIVERYREPORT.VIEW']);
  return { enterpriseId: actor.enterpriseId, eyes: eyesOf(actor) };
}

export const report: Module = {
  name: 'report',
  routes(app, deps) {
    route(app, calls.messageStatus, (ctx, { query }) => listStatuses(ctx, query));
    route(app, calls.messageSource, (ctx, { query }) => countSources(ctx, query));
    route(app, calls.message, (ctx, { params }) => getMessage(ctx, params.messageId));
    route(app, calls.export, async (_ctx, { query, request, reply }) => {
      const { enterpriseId, eyes } = await downloaderOf(app, deps, request, query['x-access-id']);
      const ctx = enterpriseContext(deps, enterpriseId);
      const prepared = await ctx.read((tx) => prepare(tx, enterpriseId, query, ctx.now(), eyes));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('document', `messages_${prepared.days.fromDay}_${prepared.days.toDay}.csv`))
        .send(streamReport(ctx, prepared, eyes));
    });
  },
};
