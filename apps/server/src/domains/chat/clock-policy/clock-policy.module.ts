import { endpoints } from '@parley/contract';
import { withBin, withPutBack } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { departmentHolders } from '../../account/door.ts';
import { phoneBookUses } from '../../customer/door.ts';
import { clockPolicyBin } from './clock-policy.bin.ts';
import { clockPolicyRecord, policyFields } from './clock-policy.record.ts';
import { listPoliciesNaming } from './clock-policy.repository.ts';
import {
  createPolicy,
  orderPolicies,
  putPolicyBack,
  readGroupChoices,
  readPolicies,
  readPolicy,
  removePolicy,
  savePolicy,
} from './clock-policy.service.ts';

const { clockPolicies: calls } = endpoints;

export const clockPolicy: Module = {
  name: 'clockPolicy',
  records: [
    withPutBack(withBin(clockPolicyRecord, clockPolicyBin), {
      fields: ['name', 'department', 'group', 'whenDue', 'actDepartment', ...policyFields],
      save: putPolicyBack,
    }),
  ],
  extensions: [
    extend(departmentHolders, (tx, enterpriseId, deptId) => listPoliciesNaming(tx, enterpriseId, { deptId })),
    extend(phoneBookUses, async (tx, enterpriseId, used) =>
      'setId' in used
        ? (await listPoliciesNaming(tx, enterpriseId, { groupId: used.setId })).map((name) => ({ name, isRunning: false }))
        : [],
    ),
  ],
  routes(app) {
    route(app, calls.list, (ctx) => readPolicies(ctx));
    route(app, calls.groups, (ctx, { query }) => readGroupChoices(ctx, query.search));
    route(app, calls.create, async (ctx, { body }) => answer(await createPolicy(ctx, body), 'The policy is added.'));
    route(app, calls.saveOrder, async (ctx, { body }) => answer(await orderPolicies(ctx, body.ids), 'The order is saved.'));
    route(app, calls.get, (ctx, { params }) => readPolicy(ctx, params.policyId));
    route(app, calls.update, async (ctx, { params, body }) => answer(await savePolicy(ctx, params.policyId, body), 'The policy is saved.'));
    route(app, calls.remove, async (ctx, { params }) => {
      await removePolicy(ctx, params.policyId);
      return answer(null, 'The policy is deleted.');
    });
  },
};
