import { type BotCard, type BotDetails, nlp } from '@parley/contract';
import { idOf } from '../../../test-screens.tsx';

/** Fixtures shared by the tests of the bot screens: one bot. */
export const botId = '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0b001';
export const botBase = `${nlp}/agent/${botId}`;

/** The bot as the list has it. */
export const sampleCard: BotCard = {
  id: botId,
  name: 'Shop helper',
  description: 'Answers about orders',
  type: 'nlp',
  version: 1,
  createdAt: '2024-01-05T10:30:00.000Z',
  updatedAt: '2024-01-06T15:05:00.000Z',
  config: {
    entityExtractRetries: 2,
    outOfScopeMessage: 'Sorry',
    modelType: 'Semantic',
    confidenceThreshold: 0.5,
    thresholdInEffect: 0.5,
    language: 'en',
    openaiKey: '',
    documents: [],
  },
  training: { state: 'NOT_TRAINED', label: 'Not Trained', reason: '', progress: 0, trainedAt: null },
};

export const sampleBot: BotDetails = {
  ...sampleCard,
  eId: idOf(1),
  promptConfig: { openaiKey: '', prompt: '', extractData: false, userData: [] },
  channels: [],
};
