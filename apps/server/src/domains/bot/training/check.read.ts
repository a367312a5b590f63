import type { TrainingIssue } from '@parley/nlu';
import type { BotSnapshot } from '../bot/bot.definition.ts';
import { checkPhrases } from './train.models.ts';

export default (snapshot: Pick<BotSnapshot, 'phrases'>): TrainingIssue[] => checkPhrases(snapshot);
