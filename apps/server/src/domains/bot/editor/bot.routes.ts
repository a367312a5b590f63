import { botTexts, duplicateIntentCode, endpoints, entityTexts, intentTexts, storyTexts } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { answer, route } from '#platform/http/route.ts';
import { connectBot, listBotChannels } from '../bot/bot.channels.ts';
import { deleteBot, getBot, listBots, saveBot, saveConfig, savePrompt } from '../bot/bot.service.ts';
import { deleteEntity, getEntity, listEntities, saveEntity } from '../entity/entity.service.ts';
import { addPhrases } from '../intent/intent.phrases.ts';
import { deleteIntent, getIntent, listIntentNames, listIntents, saveIntent } from '../intent/intent.service.ts';
import { paraphrase } from '../intent/paraphrase.ts';
import { deleteStory, getStoryTree, saveStory } from '../story/story.service.ts';

const { bots, stories, intents, entities } = endpoints;

/** The wire's agentId is a bot here and below. */
export function botRoutes(app: FastifyInstance): void {
  route(app, bots.list, (ctx, { query }) => listBots(ctx, query));
  route(app, bots.save, async (ctx, { body }) => {
    const { bot, isNew } = await saveBot(ctx, body);
    return answer(bot, isNew ? botTexts.created : botTexts.updated);
  });
  route(app, bots.get, (ctx, { params }) => getBot(ctx, params.agentId));
  route(app, bots.remove, async (ctx, { params }) => {
    await deleteBot(ctx, params.agentId);
    return answer(null, botTexts.deleted);
  });
  route(app, bots.saveConfig, async (ctx, { params, body }) => answer(await saveConfig(ctx, params.agentId, body), botTexts.configSaved));
  route(app, bots.savePrompt, async (ctx, { params, body }) => answer(await savePrompt(ctx, params.agentId, body), botTexts.promptSaved));
  route(app, bots.channels, async (ctx, { params }) => ({ channels: await listBotChannels(ctx, params.agentId) }));
  route(app, bots.connect, async (ctx, { params, body }) => {
    await connectBot(ctx, params.agentId, body.channelIds);
    return null;
  });

  route(app, stories.tree, (ctx, { params }) => getStoryTree(ctx, params.agentId));
  route(app, stories.save, async (ctx, { body }) => answer(await saveStory(ctx, body), storyTexts.saved));
  route(app, stories.remove, async (ctx, { params }) => {
    await deleteStory(ctx, params.agentId, params.storyId);
    return answer(null, storyTexts.deleted);
  });

  route(app, intents.list, (ctx, { params, query }) => listIntents(ctx, params.agentId, params.storyId, query));
  route(app, intents.names, async (ctx, { params }) => ({ intents: await listIntentNames(ctx, params.agentId) }));
  route(app, intents.get, (ctx, { params }) => getIntent(ctx, params.agentId, params.storyId, params.intentId));
  route(app, intents.save, async (ctx, { body }) => {
    const saved = await saveIntent(ctx, body);
    return saved ? answer(saved, intentTexts.saved) : answer(null, intentTexts.duplicate, duplicateIntentCode);
  });
  route(app, intents.addPhrases, (ctx, { params, body }) => addPhrases(ctx, params.agentId, params.intentId, body.phrases));
  route(app, intents.remove, async (ctx, { params }) => {
    await deleteIntent(ctx, params.agentId, params.storyId, params.intentId);
    return answer(null, intentTexts.deleted);
  });
  route(app, intents.paraphrase, async (ctx, { body }) => ({
    paraphrases: await paraphrase(ctx, body.lines, body.num_return_sequences),
  }));

  route(app, entities.list, (ctx, { params, query }) => listEntities(ctx, params.agentId, query));
  route(app, entities.get, (ctx, { params }) => getEntity(ctx, params.agentId, params.entityId));
  route(app, entities.save, async (ctx, { body }) => answer(await saveEntity(ctx, body), entityTexts.saved));
  route(app, entities.remove, async (ctx, { params }) => {
    await deleteEntity(ctx, params.agentId, params.entityId);
    return answer(null, entityTexts.deletedParameter);
  });
}
