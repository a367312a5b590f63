import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { customerTraces } from '../../customer/door.sql.ts';
import { visitsHeld, visitsOfCustomer } from '../visitor/visitor.held.repository.ts';
import { siteRuleRecord } from './site-rule.record.ts';
import { createRule, orderRules, readRule, readRules, readShows, removeRule, saveRule } from './site-rule.service.ts';

const { siteRules: calls } = endpoints;

export const siteRule: Module = {
  name: 'site-rule',
  records: [siteRuleRecord],
  extensions: [extend(personalData, visitsHeld), extend(customerTraces, visitsOfCustomer)],
  routes(app) {
    route(app, calls.list, (ctx, { params }) => readRules(ctx, params.channelId));
    route(app, calls.create, async (ctx, { params, body }) => answer(await createRule(ctx, params.channelId, body), 'The rule is added.'));
    route(app, calls.saveOrder, async (ctx, { params, body }) =>
      answer(await orderRules(ctx, params.channelId, body.ids), 'The order is saved.'),
    );
    route(app, calls.get, (ctx, { params }) => readRule(ctx, params.channelId, params.siteRuleId));
    route(app, calls.update, async (ctx, { params, body }) =>
      answer(await saveRule(ctx, params.channelId, params.siteRuleId, body), 'The rule is saved.'),
    );
    route(app, calls.remove, async (ctx, { params }) => {
      await removeRule(ctx, params.channelId, params.siteRuleId);
      return answer(null, 'The rule is deleted.');
    });
    route(app, calls.shows, (ctx, { params, query }) => readShows(ctx, params.channelId, params.siteRuleId, query));
  },
};
