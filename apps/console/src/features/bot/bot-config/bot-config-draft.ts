import { type BotConfig, BotConfigSave, type ModelType, modelTypes, thresholdInEffect } from '@parley/contract';
import { faultsBySchema } from '../../../lib/schema-faults.ts';

/** Values of the form; an emptied number is ''. */
export type ConfigDraft = {
  modelType: ModelType;
  entityExtractRetries: number | '';
  outOfScopeMessage: string;
  language: BotConfig['language'];
  confidenceThreshold: number | '';
  openaiKey: string;
};

export const toDraft = (config: BotConfig): ConfigDraft => ({
  modelType: config.modelType,
  entityExtractRetries: config.entityExtractRetries,
  outOfScopeMessage: config.outOfScopeMessage,
  language: config.language,
  confidenceThreshold: config.confidenceThreshold,
  openaiKey: config.openaiKey,
});

/** The offered models, and the stored one where it is offered no more (CFG-008). */
export const offeredModels = (stored: ModelType): ModelType[] =>
  (modelTypes as readonly ModelType[]).includes(stored) ? [...modelTypes] : [...modelTypes, stored];

/** SVM hides and locks the threshold; its value is sent all the same (CFG-012, CFG-013). */
export const showsThreshold = (model: ModelType): boolean => model === 'OpenAi' || model === 'Semantic' || model === 'GPT2';

/** Formats the part of the threshold that the bot uses; undefined if there is none. */
export const showThreshold = (threshold: number | ''): string | undefined =>
  threshold === '' ? undefined : String(Math.round(thresholdInEffect(threshold) * 10_000) / 10_000);

type Faults = Partial<Record<keyof ConfigDraft, string>>;

/** The faults by field; `required` is for what was emptied. */
export function checkConfig(draft: ConfigDraft, required: string): Faults {
  const emptied: Faults = {
    ...(draft.entityExtractRetries === '' ? { entityExtractRetries: required } : {}),
    ...(draft.confidenceThreshold === '' ? { confidenceThreshold: required } : {}),
  };
  // The screen names the first: what was emptied comes before the rest.
  return { ...emptied, ...faultsBySchema(BotConfigSave, draft), ...emptied };
}
