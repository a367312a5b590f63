import { endpoints, extractOnly, type KnowledgeSource } from '@parley/contract';
import { withPutBack } from '#platform/audit/record.ts';
import { assertMay } from '#platform/http/route.ts';
import { configurationCalled, recordWith } from '../editor/put-back.ts';
import { knowledgeRecord } from './knowledge.record.ts';
import { getKnowledgeConfig, saveKnowledgeConfig, scheduleSource } from './knowledge.service.ts';
import { sourceNotFound } from './source.repository.ts';

export const restorableKnowledge = withPutBack(knowledgeRecord, {
  fields: ['schedule', 'kbFromWebsite', 'kbFromDoc', 'websitesUrls', 'genAiConfigId'],
  async save(ctx, id, values) {
    assertMay(ctx.actor, 'schedule' in values ? endpoints.knowledge.schedule : endpoints.knowledge.saveConfig);
    const { botId } = await recordWith(ctx, knowledgeRecord, id, values, sourceNotFound);
    if ('schedule' in values) {
      await scheduleSource(ctx, String(botId), id, values.schedule as KnowledgeSource['schedule']);
      return;
    }
    const { kbFromWebsite, kbFromDoc, websitesUrls, genAiConfigId } = { ...(await getKnowledgeConfig(ctx, id)), ...values };
    const isNamed = 'genAiConfigId' in values && genAiConfigId !== extractOnly;
    const chosen = isNamed ? await configurationCalled(ctx, genAiConfigId) : genAiConfigId;
    await saveKnowledgeConfig(ctx, id, { kbFromWebsite, kbFromDoc, websitesUrls, genAiConfigId: chosen });
  },
});
