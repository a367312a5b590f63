import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { makerNames } from '../../file/door.ts';
import { findUserNames } from './user.names.ts';
import { userRecord } from './user.record.ts';
import { listUsers, readMe, readProfile, registerDevice, saveAudio, saveProfile, updateUserRoles } from './user.service.ts';
import { activateUser, deactivateUser } from './user.state.ts';

export const user: Module = {
  name: 'user',
  records: [userRecord],
  extensions: [extend(makerNames, findUserNames)],
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
    route(app, users.deactivate, async (ctx, { params, query }) => {
      const result = await deactivateUser(ctx, params.userId, query);
      return query.isValidate ? result : answer(result, 'The user is deactivated.');
    });
    route(app, users.activate, async (ctx, { params }) => answer(await activateUser(ctx, params.userId), 'The user is active again.'));
  },
};
