import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { firstSteps, sampleMakers } from '../../account/door.ts';
import { botStep, sampleBot } from './bot.sample.ts';

/** The first step of bots, and the sample bot. */
export const botSample: Module = {
  name: 'bot-sample',
  extensions: [extend(firstSteps, botStep), extend(sampleMakers, sampleBot)],
};
