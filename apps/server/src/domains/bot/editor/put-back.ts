import { type EntityValue, endpoints, fieldError, type PromptVariable } from '@parley/contract';
import { type RecordDefinition, type Snapshot, withBin, withPutBack } from '#platform/audit/record.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertMay } from '#platform/http/route.ts';
import type { Ctx } from '../../../context.ts';
import { listGenAiConfigs } from '../../integration/door.ts';
import { botBin } from '../bot/bot.bin.ts';
import { botRecord } from '../bot/bot.record.ts';
import { botNotFound } from '../bot/bot.repository.ts';
import { getBot, type NewBot, saveBot, saveConfig, savePrompt } from '../bot/bot.service.ts';
import { entityRecord } from '../entity/entity.record.ts';
import { entityNotFound } from '../entity/entity.repository.ts';
import { saveEntity } from '../entity/entity.service.ts';
import { intentRecord, type RecordedIntent } from '../intent/intent.record.ts';
import { intentNotFound } from '../intent/intent.repository.ts';
import { saveIntent } from '../intent/intent.service.ts';
import { storyRecord } from '../story/story.record.ts';
import { saveStory, storyNotFound } from '../story/story.service.ts';
import { entityBin, intentBin, storyBin } from './bot-parts.bin.ts';

/** Returns the current record with the former values of some fields. @throws DomainError of `notFound` */
export async function recordWith(
  ctx: Ctx,
  record: RecordDefinition,
  id: string,
  values: Snapshot,
  notFound: () => DomainError,
): Promise<Snapshot> {
  const now = await ctx.read((tx) => record.read(tx, ctx.enterpriseId, id));
  if (!now) throw notFound();
  return { ...now, ...values };
}

/** The trail knows a configuration by its name. @throws DomainError when it has been deleted or renamed since */
export async function configurationCalled(ctx: Ctx, name: unknown): Promise<string> {
  if (name === '' || name === null) return '';
  const found = (await listGenAiConfigs(ctx)).find((configuration) => configuration.name === name);
  if (!found) throw new DomainError('integration.not_found', 'No such configuration.', {});
  return found.id;
}

const ofBot = ['name', 'description', 'type'];
const ofConfig = ['modelType', 'openaiKey', 'confidenceThreshold', 'entityExtractRetries', 'outOfScopeMessage', 'language'] as const;
const ofPrompt = ['promptOpenaiKey', 'prompt', 'extractData', 'userData'];

/** Each group of fields has a save of its own. */
const botBack = withPutBack(botRecord, {
  fields: [...ofBot, ...ofConfig, ...ofPrompt],
  async save(ctx, id, values) {
    const hasAny = (fields: readonly string[]) => fields.some((field) => field in values);
    if (hasAny(ofBot)) {
      assertMay(ctx.actor, endpoints.bots.save);
      const { name, description, type } = (await recordWith(ctx, botRecord, id, values, botNotFound)) as NewBot;
      await saveBot(ctx, { id, name, description, type });
    }
    const { config, promptConfig } = await getBot(ctx, id);
    if (hasAny(ofConfig)) {
      assertMay(ctx.actor, endpoints.bots.saveConfig);
      const former = Object.fromEntries(ofConfig.map((field) => [field, field in values ? values[field] : config[field]]));
      if ('openaiKey' in values) former.openaiKey = await configurationCalled(ctx, values.openaiKey);
      await saveConfig(ctx, id, former as Parameters<typeof saveConfig>[2]);
    }
    if (hasAny(ofPrompt)) {
      assertMay(ctx.actor, endpoints.bots.savePrompt);
      const { prompt, extractData, userData } = { ...promptConfig, ...values };
      const openaiKey = 'promptOpenaiKey' in values ? await configurationCalled(ctx, values.promptOpenaiKey) : promptConfig.openaiKey;
      await savePrompt(ctx, id, { openaiKey, prompt, extractData, userData: userData as PromptVariable[] });
    }
  },
});

const storyBack = withPutBack(storyRecord, {
  fields: ['name'],
  async save(ctx, id, values) {
    assertMay(ctx.actor, endpoints.stories.save);
    const { name, botId } = await recordWith(ctx, storyRecord, id, values, storyNotFound);
    await saveStory(ctx, { id, name: String(name), agentId: String(botId) });
  },
});

const intentBack = withPutBack(intentRecord, {
  fields: ['name', 'utterances', 'response', 'handsOver', 'parameters'],
  async save(ctx, id, values) {
    assertMay(ctx.actor, endpoints.intents.save);
    const intent = (await recordWith(ctx, intentRecord, id, values, intentNotFound)) as RecordedIntent;
    const saved = await saveIntent(ctx, {
      id,
      agentId: intent.botId,
      storyId: intent.storyId,
      name: intent.name,
      utterances: intent.utterances.map((given) => (typeof given === 'string' ? { utterance: given, entityRefs: [] } : given)),
      responses: intent.response === null ? [] : [{ response: intent.response }],
      entities: intent.parameters,
      handsOver: intent.handsOver,
    });
    const error = fieldError('name', 'intent.name_taken');
    if (!saved) throw new DomainError('intent.invalid', error.message, { errors: [error] });
  },
});

const entityBack = withPutBack(entityRecord, {
  fields: ['name', 'isSensitive', 'values'],
  async save(ctx, id, given) {
    assertMay(ctx.actor, endpoints.entities.save);
    const { botId, name, isSensitive, values } = await recordWith(ctx, entityRecord, id, given, entityNotFound);
    await saveEntity(ctx, {
      id,
      agentId: String(botId),
      name: String(name),
      isSensitive: isSensitive === true,
      values: values as EntityValue[],
    });
  },
});

export const restorableBot = withBin(botBack, botBin);
export const restorableStory = withBin(storyBack, storyBin);
export const restorableIntent = withBin(intentBack, intentBin);
export const restorableEntity = withBin(entityBack, entityBin);
