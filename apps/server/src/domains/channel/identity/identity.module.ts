import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { identityRecord } from './identity.record.ts';
import { finishIdentityRotation, readIdentity, removeIdentity, rotateIdentity } from './identity.service.ts';

const { identitySecrets: calls } = endpoints;

export const channelIdentity: Module = {
  name: 'channel-identity',
  records: [identityRecord],
  routes(app) {
    route(app, calls.get, (ctx, { params }) => readIdentity(ctx, params.channelId));
    route(app, calls.rotate, async (ctx, { params }) => answer(await rotateIdentity(ctx, params.channelId), 'The secret is made.'));
    route(app, calls.finish, async (ctx, { params }) =>
      answer(await finishIdentityRotation(ctx, params.channelId), 'The former secret is no longer valid.'),
    );
    route(app, calls.remove, async (ctx, { params }) => answer(await removeIdentity(ctx, params.channelId), 'The secrets are taken away.'));
  },
};
