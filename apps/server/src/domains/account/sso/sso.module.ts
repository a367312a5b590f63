import { endpoints } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { answer, route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { recheckDomains } from '../connection/sso.domains.ts';
import { connectionsLeft, findLender, heirsLeft } from '../connection/sso.lender.ts';
import { ssoRecord } from '../connection/sso.record.ts';
import { readMetadata } from '../protocol/saml.metadata.ts';
import { ownMetadata } from '../protocol/saml.ts';
import { rightsListeners } from '../role/rights.changed.ts';
import type { Caller } from '../session/session.open.ts';
import { takeSamlLogout } from './saml.logout.ts';
import { accessSamlConnection, arriveByToken, takeAssertion } from './sso.arrival.ts';
import { arrive, departByMail } from './sso.attempt.ts';
import { enforceConnection } from './sso.enforce.ts';
import { enterByProvider } from './sso.login.ts';
import { logOutByProvider, logoutAddress } from './sso.logout.ts';
import {
  addDomain,
  checkDomain,
  createConnection,
  listSsoConnections,
  removeConnection,
  removeDomain,
  saveConnection,
  startTest,
  switchConnection,
} from './sso.settings.ts';

const calls = endpoints.sso;
const recheckMs = 6 * 3_600_000;
const saved = 'The connection is saved.';
const callerOf = ({ ip, headers }: FastifyRequest): Caller => ({ address: ip, userAgent: headers['user-agent'] ?? '' });

export const sso: Module = {
  name: 'sso',
  records: [ssoRecord],
  extensions: [extend(rightsListeners, findLender), connectionsLeft, heirsLeft],
  routes(app, deps) {
    route(app, calls.validate, (_ctx, { body }) => departByMail(deps, body));
    route(app, calls.callback, async (_ctx, { body, request }) => enterByProvider(deps, await arrive(deps, body), callerOf(request)));
    route(app, calls.redirectCallback, async (_ctx, { body, request }) =>
      enterByProvider(deps, await arriveByToken(deps, body), callerOf(request)),
    );
    route(app, calls.assertion, async (_ctx, { params, body, request, reply }) =>
      reply.redirect(await takeAssertion(deps, params.connectionId, body, callerOf(request)), 303),
    );
    route(app, calls.singleLogout, async (_ctx, { params, query, request, reply }) => {
      const spoken = { message: query, query: request.raw.url?.split('?')[1] ?? '', address: request.ip };
      return reply.redirect(await takeSamlLogout(deps, params.connectionId, spoken), 303);
    });
    route(app, calls.postedLogout, async (_ctx, { params, body, request, reply }) =>
      reply.redirect(await takeSamlLogout(deps, params.connectionId, { message: body, address: request.ip }), 303),
    );
    route(app, calls.metadata, async (_ctx, { params, reply }) => {
      const { connection } = await accessSamlConnection(deps, params.connectionId);
      return reply.type('application/samlmetadata+xml').send(ownMetadata(deps, connection));
    });
    route(app, calls.readMetadata, (ctx, { body }) => readMetadata(deps, ctx, body));
    route(app, calls.backChannelLogout, async (_ctx, { params, body, request }) => {
      await logOutByProvider(deps, params.connectionId, body.logout_token, request.ip);
      return null;
    });
    route(app, calls.logoutAddress, async (ctx) => ({ address: await logoutAddress(deps, ctx) }));
    route(app, calls.list, async (ctx) => ({ connections: await listSsoConnections(deps, ctx) }));
    route(app, calls.create, async (ctx, { body }) => answer(await createConnection(deps, ctx, body), saved));
    route(app, calls.save, async (ctx, { params, body }) => answer(await saveConnection(deps, ctx, params.connectionId, body), saved));
    route(app, calls.remove, async (ctx, { params }) => {
      await removeConnection(ctx, params.connectionId);
      return answer(null, 'The connection is removed.');
    });
    route(app, calls.test, (ctx, { params }) => startTest(deps, ctx, params.connectionId));
    route(app, calls.setState, async (ctx, { params, body }) =>
      answer(await switchConnection(deps, ctx, params.connectionId, body), saved),
    );
    route(app, calls.enforce, async (ctx, { params, body }) =>
      answer(await enforceConnection(deps, ctx, params.connectionId, body), saved),
    );
    route(app, calls.addDomain, async (ctx, { params, body }) =>
      answer(await addDomain(deps, ctx, params.connectionId, body.domain), 'The domain is added.'),
    );
    route(app, calls.checkDomain, async (ctx, { params, body }) =>
      answer(await checkDomain(deps, ctx, params.connectionId, body.domain), 'The record was looked for.'),
    );
    route(app, calls.removeDomain, async (ctx, { params, query }) =>
      answer(await removeDomain(deps, ctx, params.connectionId, query.domain), 'The domain is removed.'),
    );
  },
  async work(deps) {
    const warn = (error: unknown) => deps.log.warn({ err: error }, 'domains of single sign-on were not checked');
    return scheduleTask(recheckMs, () => recheckDomains(deps), warn, { atStart: true });
  },
};
