/** What others use of bots: the demo builds one as an editor does, and trains it. */

export { touchBot } from './bot/bot.repository.ts';
export { addBot } from './bot/bot.service.ts';
export { addNoteSource } from './knowledge/knowledge.service.ts';
export { writeData } from './training/data.import.ts';
export { newIntent, type ReadEntity, type ReadIntent } from './training/data.types.ts';
export { queueTraining } from './training/training.service.ts';
