import { endpoints } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { makeCaptcha } from '../captcha/captcha.service.ts';
import { answerGuests } from '../login/guest-request.jobs.ts';
import { logIn, logOut } from '../login/login.service.ts';
import { limitFailures } from '../session/attempts.ts';
import { deleteEndedRows } from '../session/identity.repository.ts';
import { identityTexts } from '../session/identity.rules.ts';
import type { Caller } from '../session/session.open.ts';
import { sessionRecord } from '../session/session.record.ts';
import { endOwnSession, listOwnSessions } from '../session/session.service.ts';
import { answerGuestRequest } from './guest-request.ts';
import { resetUserPassword } from './password.admin.ts';
import { changeOwnPassword, recoverPassword, resetPassword } from './password.service.ts';
import { activate, isEmailUnique, resendActivation, signUp } from './signup.service.ts';

const callerOf = (request: FastifyRequest): Caller => ({ address: request.ip, userAgent: request.headers['user-agent'] ?? '' });

export const identity: Module = {
  name: 'identity',
  records: [sessionRecord],
  jobs: [answerGuests],
  async work(deps) {
    await deps.jobs.handle(answerGuests, ({ sealed }) => answerGuestRequest(deps, sealed));
    return undefined;
  },
  tend: ({ db, now }) => deleteEndedRows(db, now()),
  routes(app, deps) {
    const { account } = endpoints;
    route(app, account.captcha, (_ctx, { query }) => makeCaptcha(deps, query.requestFrom));
    const unlessFailing = limitFailures(deps);
    route(app, account.login, (_ctx, { body, request }) => unlessFailing(request.ip, () => logIn(deps, body, callerOf(request))));
    route(app, account.logout, async (_ctx, { request, reply }) => {
      await logOut(deps, await app.authenticate(request), request.ip);
      reply.type('text/plain; charset=utf-8');
      return 'You have signed out.';
    });
    route(app, account.isEmailUnique, async (_ctx, { query, request }) => {
      const isUnique = await isEmailUnique(deps, await app.authenticate(request), query.emailId);
      return answer({ isUnique }, isUnique ? 'Success' : identityTexts.emailTaken);
    });
    route(app, account.signup, async (_ctx, { body }) => {
      await signUp(deps, body);
      return answer(null, identityTexts.signedUp);
    });
    route(app, account.resendActivation, async (_ctx, { body }) => {
      await resendActivation(deps, body.emailId);
      return answer(null, identityTexts.activationSent);
    });
    route(app, account.activate, async (_ctx, { body }) => {
      await activate(deps, body.activationId);
      return answer(null, identityTexts.activated);
    });
    route(app, account.recover, async (_ctx, { body }) => {
      await recoverPassword(deps, body);
      return answer(null, identityTexts.recoverySent);
    });
    route(app, account.changePasswordByLink, async (_ctx, { body, request }) => {
      await resetPassword(deps, body.resetCode, body.password, { address: request.ip, owner: { uId: body.uId, eId: body.eId } });
      return answer(null, identityTexts.passwordReset);
    });
    route(app, account.resetPassword, async (_ctx, { body, request }) => {
      await resetPassword(deps, body.resetCode, body.password, { address: request.ip });
      return answer(null, identityTexts.passwordReset);
    });
    route(app, account.listSessions, async (ctx) => ({ sessions: await listOwnSessions(ctx) }));
    route(app, account.endSession, async (ctx, { params }) => {
      await endOwnSession(ctx, params.sessionId);
      return answer(null, 'The session has ended.');
    });
    route(app, endpoints.users.changePassword, async (ctx, { body }) => {
      await changeOwnPassword(deps, ctx, body);
      return answer(null, 'Your password has been changed.');
    });
    route(app, endpoints.users.resetPassword, async (ctx, { params, body }) => {
      await resetUserPassword(deps, ctx, params.userId, body);
      return answer(null, 'The password has been reset.');
    });
  },
};
