/**
 * Exports of bots for other domains: the demo builds one as an editor does, trains it, and lets it answer in its history; streams ask them, and boards show their figures.
 */

export { touchBot } from './bot/bot.repository.ts';
export { addBot } from './bot/bot.service.ts';
export { botUses } from './bot/bot.uses.ts';
export { newIntent, type ReadEntity, type ReadIntent } from './format/data.types.ts';
export { saveRule } from './insight/classification.service.ts';
export { finishConversation } from './insight/collect.ts';
export { addNoteSource } from './knowledge/knowledge.service.ts';
export { readTurnFigures, type TurnAsk, turnMeasureOf, turnPermission } from './report/report.figures.ts';
export { readBotNames } from './report/report.repository.ts';
export { type StreamTools, streamTools } from './tool/stream.port.ts';
export { endStreams, streamsStopped, type WalkEnd } from './tool-stream/stream.end.ts';
export { getCurrentTraining, queueTraining } from './training/training.service.ts';
export { writeData } from './training-data/data.import.ts';
export { answerAsBot } from './turn/live-answer.ts';
export { answerFromSources, answerInStream } from './turn/stream-answer.ts';
