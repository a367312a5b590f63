import { enterpriseContext } from '../../context-of.ts';
import type { Module } from '../index.ts';
import { answerChat } from './bot.jobs.ts';
import { answerAsBot } from './bot.service.ts';
import { createKeywordEngine, demoRules } from './keyword-engine.ts';

export const bot: Module = {
  name: 'bot',
  jobs: [answerChat],
  async work(deps) {
    const keywordBot = { name: 'Assistant', engine: createKeywordEngine(demoRules) };
    await deps.jobs.handle(answerChat, ({ enterpriseId, chatId }) =>
      answerAsBot(enterpriseContext(deps, enterpriseId), keywordBot, chatId),
    );
    return undefined;
  },
};
