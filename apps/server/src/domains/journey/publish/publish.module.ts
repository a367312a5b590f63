import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { phoneBookUses } from '../../customer/door.ts';
import { attachRule, changeRule, detachRule, listRules, pauseRules } from './rule.service.ts';
import { listRulesNaming } from './rule.uses.ts';

const { publishing } = endpoints;

/** Rules that begin a version of a stream on a channel. */
export const publish: Module = {
  name: 'publish',
  extensions: [extend(phoneBookUses, listRulesNaming)],
  routes(app) {
    route(app, publishing.list, (ctx, { query }) => listRules(ctx, query));
    route(app, publishing.attach, async (ctx, { body }) => answer(await attachRule(ctx, body), 'The rule is attached.'));
    route(app, publishing.change, async (ctx, { params, body }) =>
      answer(await changeRule(ctx, params.entryId, body), 'The rule is changed.'),
    );
    route(app, publishing.detach, async (ctx, { params }) => {
      await detachRule(ctx, params.entryId);
      return answer(null, 'The rule is taken away.');
    });
    route(app, publishing.pauseAll, (ctx, { body }) => pauseRules(ctx, body.channelId));
  },
};
