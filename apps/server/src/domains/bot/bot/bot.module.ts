import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { entryBots } from '../../channel/door.ts';
import { integrationUses } from '../../integration/door.ts';
import { accessBot, listBotsWith } from './bot.repository.ts';
import { botRoutes } from './bot.routes.ts';

export const bot: Module = {
  name: 'bot',
  routes: botRoutes,
  extensions: [extend(entryBots, (tx, enterpriseId, botId) => accessBot(tx, enterpriseId, botId)), extend(integrationUses, listBotsWith)],
};
