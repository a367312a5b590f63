import { endpoints, factorKinds } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { answer, route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Module } from '../../../module.ts';
import { contentDisposition } from '../../file/door.ts';
import { askForPasskey, resendCode } from '../factor/challenge.service.ts';
import { factorRecord } from '../factor/factor.record.ts';
import {
  addPasskey,
  assertAppIsThere,
  confirmApp,
  readOwnFactors,
  removeFactor,
  renamePasskey,
  startApp,
  startPasskey,
  switchMailOn,
} from '../factor/factor.service.ts';
import type { WebOrigin } from '../factor/passkey.ts';
import { prove, startProof } from '../factor/proof.service.ts';
import { recoverUser, renewRecoveryCodes, showRecoveryCodes } from '../factor/recovery.service.ts';
import { completeLogin } from '../login/login.service.ts';
import { policyRecord } from './policy.record.ts';
import { endGraces, listUserTypes, readPolicy, requireTwoFactor } from './policy.service.ts';

const calls = endpoints.twoFactor;
const graceCheckMs = 60_000;

/**
 * The page that a browser names, where it is one of ours: the host that was called, or the product's own address. A passkey belongs to its
 * host, and the browser signs the page's address, so a page elsewhere has no use for what is answered to it.
 */
function pageOf(request: FastifyRequest, publicUrl: string): WebOrigin {
  const own = new URL(publicUrl);
  const { origin } = request.headers;
  const named = origin && URL.canParse(origin) ? new URL(origin) : own;
  const { origin: address, hostname } = named.host === request.host ? named : own;
  return { origin: address, host: hostname };
}

export const factor: Module = {
  name: 'factor',
  records: [factorRecord, policyRecord],
  routes(app, deps) {
    const page = (request: FastifyRequest) => pageOf(request, deps.publicUrl());
    route(app, calls.verifyCode, (_ctx, { body, request }) =>
      completeLogin(deps, { ...body, page: page(request) }, { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }),
    );
    route(app, calls.resendAuthMail, async (_ctx, { body }) => answer(await resendCode(deps, body.id), 'The code is on its way.'));
    route(app, calls.passkeyOptions, (_ctx, { body, request }) => askForPasskey(deps, body.id, page(request)));

    route(app, calls.own, (ctx) => readOwnFactors(ctx));
    route(app, calls.setOwn, async (ctx, { body }) => {
      const { isEnabled, type, id, code } = body;
      if (!isEnabled) await removeFactor(deps, ctx, ({ kind }) => kind === type);
      else if (type === factorKinds.email) return switchMailOn(deps, ctx, { id, code });
      else await assertAppIsThere(ctx);
      return { token: '', challenge: null };
    });
    route(app, calls.startApp, (ctx) => startApp(deps, ctx));
    route(app, calls.confirmApp, async (ctx, { body }) =>
      answer(await confirmApp(deps, ctx, body.code), 'The authenticator app is set up.'),
    );
    route(app, calls.startPasskey, (ctx, { request }) => startPasskey(deps, ctx, page(request)));
    route(app, calls.addPasskey, async (ctx, { body, request }) =>
      answer(await addPasskey(deps, ctx, page(request), body), 'The passkey is added.'),
    );
    route(app, calls.renamePasskey, async (ctx, { params, body }) => {
      await renamePasskey(ctx, params.factorId, body.name);
      return answer(null, 'The passkey is renamed.');
    });
    route(app, calls.remove, async (ctx, { params }) => {
      await removeFactor(deps, ctx, ({ factorId }) => factorId === params.factorId);
      return answer(null, 'The second factor is removed.');
    });

    route(app, calls.showRecovery, async (ctx, { reply }) => {
      const file = await showRecoveryCodes(deps, ctx);
      return reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', contentDisposition('document', 'recovery-codes.txt'))
        .send(file);
    });
    route(app, calls.renewRecovery, async (ctx) => ({ codes: await renewRecoveryCodes(ctx) }));
    route(app, calls.recover, async (ctx, { body }) => {
      await recoverUser(deps, ctx, body);
      return answer(null, 'The second factors are removed.');
    });

    route(app, calls.policy, (ctx) => readPolicy(ctx));
    route(app, calls.require, async (ctx, { body }) => answer(await requireTwoFactor(ctx, body), 'The setting is saved.'));
    route(app, calls.listUsers, (ctx, { query }) => listUserTypes(ctx, query));

    route(app, calls.startProof, (ctx) => startProof(deps, ctx));
    route(app, calls.prove, (ctx, { body, request }) => prove(deps, ctx, { ...body, page: page(request) }));
  },
  async work(deps) {
    let since = deps.now();
    const check = async () => {
      const at = deps.now();
      await endGraces(deps.db, (enterpriseId) => enterpriseContext(deps, enterpriseId), since, at);
      since = at;
    };
    const warn = (error: unknown) => deps.log.warn({ err: error }, 'sockets were not closed at the end of a grace');
    return scheduleTask(graceCheckMs, check, warn);
  },
};
