import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, retainedData } from '../../../personal-data.ts';
import { answerChat, takers } from '../../chat/door.ts';
import { botTaker } from '../bot/bot.channels.ts';
import { recordUnanswered } from '../tool-stream/stream.jobs.ts';
import { sessionsOfPerson, turnsOfPerson } from './dialogue.personal.ts';
import { retainedTurns } from './dialogue.retention.ts';
import { answerAsBot } from './live-answer.ts';
import { predictIntent } from './try-it.service.ts';
import { recordUnansweredTurn } from './unanswered-turn.ts';

export const dialogue: Module = {
  name: 'dialogue',
  extensions: [
    extend(retainedData, retainedTurns),
    extend(personalData, turnsOfPerson),
    extend(personalData, sessionsOfPerson),
    extend(takers, botTaker),
  ],
  routes(app, deps) {
    route(app, endpoints.tryIt.predict, (ctx, { body }) => predictIntent(ctx, deps, body));
  },
  async work(deps) {
    await deps.jobs.handle(answerChat, ({ enterpriseId, chatId }) => answerAsBot(enterpriseContext(deps, enterpriseId), deps, chatId));
    await deps.jobs.handle(recordUnanswered, ({ enterpriseId, callId }) =>
      recordUnansweredTurn(enterpriseContext(deps, enterpriseId), callId),
    );
    return undefined;
  },
};
