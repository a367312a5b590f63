import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { startPushing } from './push.deliver.ts';
import { readPushKey, registerDevice, removeDevice } from './push.service.ts';

export const push: Module = {
  name: 'push',
  routes(app, deps) {
    const { users, notifications } = endpoints;
    route(app, users.registerDevice, async (ctx, { body }) => {
      await registerDevice(ctx, deps, body.token);
      return null;
    });
    route(app, notifications.removeDevice, async (ctx, { body }) => {
      await removeDevice(ctx, deps, body.token);
      return null;
    });
    route(app, notifications.pushKey, (ctx) => readPushKey(ctx, deps));
  },
  work: (deps) => Promise.resolve(deps.config.isPushOn ? startPushing(deps) : undefined),
};
