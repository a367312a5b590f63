import {
  type BotCard,
  type BotConfig,
  type BotDetails,
  type PromptConfig,
  type TrainingState,
  thresholdInEffect,
  trainingStateLabels,
} from '@parley/contract';
import type { Selectable } from 'kysely';
import type { BotTable } from '#platform/db/schema.bot.ts';
import type { BotRow } from './bot.repository.ts';

export function trainingStateOf(row: BotRow): TrainingState {
  if (row.trainingPhase === 'QUEUED' || row.trainingPhase === 'RUNNING' || row.trainingPhase === 'ASKING') return 'IN_PROGRESS';
  if (row.trainingPhase === 'FAILED') return 'FAILED';
  if (row.servingFingerprint === null) return 'NOT_TRAINED';
  return row.servingFingerprint === row.fingerprint ? 'TRAINED' : 'CHANGED';
}

export function presentConfig(row: BotRow): BotConfig {
  const { confidenceThreshold, modelType } = row.config;
  const own = modelType === 'SVM' ? row.servingSummary?.threshold : undefined;
  return {
    ...row.config,
    thresholdInEffect: own ?? thresholdInEffect(confidenceThreshold),
    documents: row.documentNames.map((fileName) => ({ fileName })),
  };
}

export const presentPrompt = ({ prompt }: Pick<Selectable<BotTable>, 'prompt'>): PromptConfig => ({
  openaiKey: prompt.openaiKey,
  prompt: prompt.prompt,
  extractData: prompt.extractData,
  userData: prompt.userData,
});

export function presentBot(row: BotRow): BotCard {
  const state = trainingStateOf(row);
  return {
    id: row.botId,
    name: row.name,
    description: row.description,
    type: row.type,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    config: presentConfig(row),
    training: {
      state,
      label: trainingStateLabels[state],
      reason: state === 'FAILED' ? (row.trainingReason ?? '') : '',
      progress: state === 'IN_PROGRESS' ? (row.trainingProgress ?? 0) : 0,
      trainedAt: row.servingSince?.toISOString() ?? null,
    },
  };
}

export const presentBotDetails = (row: BotRow, channels: BotDetails['channels']): BotDetails => ({
  ...presentBot(row),
  eId: row.enterpriseId,
  promptConfig: presentPrompt(row),
  channels,
});
