import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { startPushing } from './push.deliver.ts';
import { forgetDevices } from './push.repository.ts';
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
  async work(deps) {
    if (deps.config.isPushOn) return startPushing(deps);
    await forgetDevices(deps.db);
    return undefined;
  },
};
