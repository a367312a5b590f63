import { type ClassificationRule, endpoints, type SentimentSettings } from '@parley/contract';
import { withPutBack } from '#platform/audit/record.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertMay } from '#platform/http/route.ts';
import { botNotFound } from '../bot/bot.repository.ts';
import { recordWith } from '../editor/put-back.ts';
import { classRecord } from './class.record.ts';
import { saveRule } from './classification.service.ts';
import { sentimentRecord } from './sentiment.record.ts';
import { saveSentiment } from './sentiment.service.ts';

export const restorableSentiment = withPutBack(sentimentRecord, {
  fields: ['isOn', 'onNegative', 'afterCount'],
  async save(ctx, id, values) {
    assertMay(ctx.actor, endpoints.insights.saveSentiment);
    const { isOn, onNegative: action, afterCount } = await recordWith(ctx, sentimentRecord, id, values, botNotFound);
    await saveSentiment(ctx, id, { ...({ isOn, action, afterCount } as SentimentSettings), levels: {} });
  },
});

export const restorableClass = withPutBack(classRecord, {
  fields: ['name', 'priority', 'words', 'intents', 'department'],
  async save(ctx, id, values) {
    assertMay(ctx.actor, endpoints.insights.saveRule);
    const notFound = () => new DomainError('rule.not_found', 'No such rule.', {});
    const { botId, ...rule } = await recordWith(ctx, classRecord, id, values, notFound);
    await saveRule(ctx, String(botId), { ...(rule as ClassificationRule), id });
  },
});
