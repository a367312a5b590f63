import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../index.ts';
import { listUsers, readMe, readProfile, registerDevice, saveAudio, saveProfile, updateUserRoles } from './user.service.ts';

export const user: Module = {
  name: 'user',
  routes(app) {
    const { users } = endpoints;
    route(app, users.me, (ctx) => readMe(ctx));
    route(app, users.updateMe, async (ctx, { body }) => answer(await saveProfile(ctx, body), 'Your profile is saved.'));
    route(app, users.profile, (ctx) => readProfile(ctx));
    route(app, users.saveProfile, async (ctx, { body }) => answer(await saveProfile(ctx, body.profile), 'Your profile is saved.'));
    route(app, users.saveAudio, async (ctx, { body }) => answer(await saveAudio(ctx, body), 'Your notification settings are saved.'));
    route(app, users.registerDevice, async (ctx, { body }) => {
      await registerDevice(ctx, body);
      return null;
    });
    route(app, users.listUsers, (ctx, { query }) => listUsers(ctx, query));
    route(app, users.updateRoles, async (ctx, { params, body }) =>
      answer(await updateUserRoles(ctx, params.userId, body), 'The user is saved.'),
    );
  },
};
