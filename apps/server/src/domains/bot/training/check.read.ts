import type { TrainingIssue } from '@parley/nlu';
import { checkPhrases } from '../model/train.models.ts';
import type { BotSnapshot } from '../version/bot.definition.ts';

export default (snapshot: Pick<BotSnapshot, 'phrases'>): TrainingIssue[] => checkPhrases(snapshot);
