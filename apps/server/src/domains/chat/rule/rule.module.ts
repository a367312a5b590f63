import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { ruleAnswers } from '../record/chat.rule.port.ts';
import { chatRuleRecord } from './rule.record.ts';
import { answerByRules } from './rule.run.ts';
import { createRule, orderRules, readChoices, readRule, readRules, removeRule, saveRule } from './rule.service.ts';
import { tryRules } from './rule.trial.ts';

const { chatRules: calls } = endpoints;

export const chatRule: Module = {
  name: 'chatRule',
  records: [chatRuleRecord],
  extensions: [extend(ruleAnswers, answerByRules)],
  routes(app) {
    route(app, calls.list, (ctx) => readRules(ctx));
    route(app, calls.choices, (ctx, { query }) => readChoices(ctx, query.search));
    route(app, calls.trial, (ctx, { query }) => tryRules(ctx, query.chatNumber));
    route(app, calls.create, async (ctx, { body }) => answer(await createRule(ctx, body), 'The rule is added.'));
    route(app, calls.saveOrder, async (ctx, { body }) => answer(await orderRules(ctx, body.ids), 'The order is saved.'));
    route(app, calls.get, (ctx, { params }) => readRule(ctx, params.chatRuleId));
    route(app, calls.update, async (ctx, { params, body }) => answer(await saveRule(ctx, params.chatRuleId, body), 'The rule is saved.'));
    route(app, calls.remove, async (ctx, { params }) => {
      await removeRule(ctx, params.chatRuleId);
      return answer(null, 'The rule is deleted.');
    });
  },
};
