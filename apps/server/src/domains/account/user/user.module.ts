import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { makerNames } from '../../file/door.ts';
import { firstSteps } from '../first-step/first-step.port.ts';
import { createUser } from './user.create.ts';
import { findUserNames } from './user.names.ts';
import { userRecord } from './user.record.ts';
import { hasColleague } from './user.repository.ts';
import { updateUserRoles } from './user.roles.ts';
import { listUsers, readMe, readProfile, readUser, saveAudio, saveProfile } from './user.service.ts';
import { activateUser, checkDeactivation, deactivateUser } from './user.state.ts';

export const user: Module = {
  name: 'user',
  records: [userRecord],
  extensions: [extend(makerNames, findUserNames), extend(firstSteps, { id: 'colleague', isDone: hasColleague })],
  routes(app, deps) {
    const { users } = endpoints;
    route(app, users.me, (ctx) => readMe(ctx, deps.config));
    route(app, users.updateMe, async (ctx, { body }) => answer(await saveProfile(ctx, body), 'Your profile is saved.'));
    route(app, users.profile, (ctx) => readProfile(ctx));
    route(app, users.saveProfile, async (ctx, { body }) => answer(await saveProfile(ctx, body.profile), 'Your profile is saved.'));
    route(app, users.saveAudio, async (ctx, { body }) => answer(await saveAudio(ctx, body), 'Your notification settings are saved.'));
    route(app, users.listUsers, (ctx, { query }) => listUsers(ctx, query));
    route(app, users.getUser, (ctx, { params }) => readUser(ctx, params.userId));
    route(app, users.createUser, async (ctx, { body }) => answer(await createUser(deps, ctx, body), 'The user is added.'));
    route(app, users.updateRoles, async (ctx, { params, body }) =>
      answer(await updateUserRoles(ctx, params.userId, body), 'The user is saved.'),
    );
    route(app, users.deactivate, async (ctx, { params, query }) =>
      query.isValidate
        ? checkDeactivation(ctx, params.userId)
        : answer(await deactivateUser(ctx, params.userId, query.moveTo), 'The user is deactivated.'),
    );
    route(app, users.activate, async (ctx, { params }) => answer(await activateUser(ctx, params.userId), 'The user is active again.'));
  },
};
