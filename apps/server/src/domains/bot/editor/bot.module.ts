import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { entryBots } from '../../channel/door.ts';
import { integrationUses } from '../../integration/door.ts';
import { accessBot, listBotsWith } from '../bot/bot.repository.ts';
import { botRoutes } from './bot.routes.ts';
import { restorableBot, restorableEntity, restorableIntent, restorableStory } from './put-back.ts';

export const bot: Module = {
  name: 'bot',
  records: [restorableBot, restorableStory, restorableIntent, restorableEntity],
  routes: botRoutes,
  extensions: [extend(entryBots, (tx, enterpriseId, botId) => accessBot(tx, enterpriseId, botId)), extend(integrationUses, listBotsWith)],
};
