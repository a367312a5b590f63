/**
 * Exports of bots for other domains: the demo builds one as an editor does, trains it, and lets it answer in its history; streams ask them.
 */

export { touchBot } from './bot/bot.repository.ts';
export { addBot } from './bot/bot.service.ts';
export { botUses } from './bot/bot.uses.ts';
export { answerAsBot } from './dialogue/live-answer.ts';
export { answerFromSources, answerInStream } from './dialogue/stream-answer.ts';
export { saveRule } from './insight/classification.service.ts';
export { finishConversation } from './insight/collect.ts';
export { addNoteSource } from './knowledge/knowledge.service.ts';
export { writeData } from './training/data.import.ts';
export { newIntent, type ReadEntity, type ReadIntent } from './training/data.types.ts';
export { getCurrentTraining, queueTraining } from './training/training.service.ts';
