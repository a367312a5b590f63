import { endpoints } from '@parley/contract';
import { withPutBack } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { roleRecord } from '../role/role.record.ts';
import { explainPermission, previewRole } from './role.explain.ts';
import { deleteRole, putRoleBack, readRoleConfiguration, saveRole } from './role.service.ts';

export const access: Module = {
  name: 'access',
  records: [
    withPutBack(roleRecord, {
      fields: ['name', 'description', 'permissions', 'dataScope', 'maskedFields'],
      save: putRoleBack,
    }),
  ],
  routes(app) {
    const { roles } = endpoints;
    route(app, roles.configuration, (ctx) => readRoleConfiguration(ctx));
    route(app, roles.saveRole, async (ctx, { body }) => answer(await saveRole(ctx, body), 'The role is saved.'));
    route(app, roles.previewRole, (ctx, { body }) => previewRole(ctx, body));
    route(app, roles.deleteRole, async (ctx, { params }) => {
      await deleteRole(ctx, params.code);
      return answer(null, 'The role is deleted.');
    });
    route(app, roles.why, (ctx, { query }) => explainPermission(ctx, query.userId, query.permission));
  },
};
