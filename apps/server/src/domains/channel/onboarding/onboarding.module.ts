import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { checkPartner, chooseAccount, listAccounts, readPermissions, signUp } from './onboarding.account.ts';
import { connectChannel, greet, readCallbacks, readChecks, subscribe } from './onboarding.channel.ts';
import { addNumber, listWabaNumbers, sendCode, setProfile, takeNumber, verifyNumber } from './onboarding.number.ts';
import { onboardingRecord } from './onboarding.record.ts';
import { discardOnboarding, getOnboarding, list, readPartner, startOnboarding } from './onboarding.service.ts';

const { onboardings: calls } = endpoints;

export const onboarding: Module = {
  name: 'onboarding',
  records: [onboardingRecord],
  routes(app, deps) {
    route(app, calls.list, (ctx, { query }) => list(ctx, deps, query));
    route(app, calls.start, (ctx, { body }) => startOnboarding(ctx, deps, body));
    route(app, calls.get, (ctx, { params }) => getOnboarding(ctx, params.onboardingId));
    route(app, calls.remove, async (ctx, { params }) => {
      await discardOnboarding(ctx, params.onboardingId);
      return answer(null, 'The onboarding is discarded.');
    });
    route(app, calls.details, (ctx, { query }) => readPartner(ctx, deps, query.onboardingId));
    route(app, calls.permissions, (ctx, { query }) => readPermissions(ctx, deps, query.onboardingId));
    route(app, calls.checkPartner, (ctx, { params, body }) => checkPartner(ctx, deps, params.onboardingId, body.revision));
    route(app, calls.signUp, (ctx, { body }) => signUp(ctx, deps, body));
    route(app, calls.accounts, (ctx, { query }) => listAccounts(ctx, deps, query.onboardingId));
    route(app, calls.choose, (ctx, { params, body }) => chooseAccount(ctx, deps, params.onboardingId, body));
    route(app, calls.numbers, (ctx, { query }) => listWabaNumbers(ctx, deps, query.onboardingId));
    route(app, calls.add, (ctx, { body }) => addNumber(ctx, deps, body));
    route(app, calls.take, (ctx, { params, body }) => takeNumber(ctx, deps, { ...params, ...body }));
    route(app, calls.sendCode, (ctx, { body }) => sendCode(ctx, deps, body));
    route(app, calls.verify, (ctx, { body }) => verifyNumber(ctx, deps, body));
    route(app, calls.profile, (ctx, { params, body: { revision, phoneNumberId, ...profile } }) =>
      setProfile(ctx, deps, { ...params, revision, phoneNumberId }, profile),
    );
    route(app, calls.callbacks, (ctx, { query }) => readCallbacks(ctx, deps, query.onboardingId, query.phoneNumberId));
    route(app, calls.subscribe, (ctx, { params, body }) => subscribe(ctx, deps, { ...params, ...body }));
    route(app, calls.greet, (ctx, { params, body: { text, ...number } }) => greet(ctx, { ...params, ...number }, text));
    route(app, calls.checks, (ctx, { params, query }) => readChecks(ctx, deps, params.onboardingId, query.phoneNumberId));
    route(app, calls.connect, (ctx, { body }) => connectChannel(ctx, deps, body));
  },
};
