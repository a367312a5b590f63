import type { Module } from '../../../module.ts';
import { botRoutes } from './bot.routes.ts';

export const bot: Module = { name: 'bot', routes: botRoutes };
