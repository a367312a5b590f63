import { emotionLabels, type SentimentLevel, type SentimentSettings, thresholdBounds } from '@parley/contract';
import type { StoredBotConfig, StoredKnowledge, StoredPrompt } from '#platform/db/schema.bot.ts';

/** Defaults of a new bot. */
export const initialConfig: StoredBotConfig = {
  entityExtractRetries: 3,
  outOfScopeMessage: 'I am sorry, I did not understand that. Could you say it in other words?',
  modelType: 'SVM',
  confidenceThreshold: thresholdBounds.initial,
  language: 'en',
  openaiKey: '',
};
export const initialPrompt: StoredPrompt = { openaiKey: '', prompt: '', extractData: false, userData: [] };
export const initialKnowledge: StoredKnowledge = { kbFromWebsite: false, kbFromDoc: false, genAiConfigId: '' };

const positive = new Set<string>([
  'admiration',
  'amusement',
  'approval',
  'caring',
  'desire',
  'excitement',
  'gratitude',
  'joy',
  'love',
  'optimism',
  'pride',
  'relief',
]);
const neutral = new Set<string>(['confusion', 'curiosity', 'realization', 'surprise', 'neutral']);

const levelOf = (label: string): SentimentLevel => (positive.has(label) ? 'positive' : neutral.has(label) ? 'neutral' : 'negative');

export const initialSentiment: SentimentSettings = {
  isOn: true,
  levels: Object.fromEntries(emotionLabels.map((label) => [label, levelOf(label)])) as SentimentSettings['levels'],
  action: 'none',
  afterCount: 2,
};
