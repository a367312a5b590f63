import type { PromptConfig, PromptSave, PromptVariable } from '@parley/contract';
import { botWords } from '../../../locales/bot.ts';

export type PromptDraft = PromptConfig;
export type PromptFaults = { configuration?: string; prompt?: string; variables?: string };

const isBlank = (text: string) => text.trim() === '';
export const isIncomplete = ({ name, description }: PromptVariable) => isBlank(name) || isBlank(description);

/** Returns the faults that prevent Update from saving; collecting needs at least one variable (PROMPT-011 to PROMPT-017). */
export function checkPrompt({ openaiKey, prompt, extractData, userData }: PromptDraft): PromptFaults {
  return {
    ...(openaiKey === '' ? { configuration: botWords.botTexts('anyConfiguration') } : {}),
    ...(isBlank(prompt) ? { prompt: botWords.botTexts('promptMandatory') } : {}),
    ...(extractData && (userData.length === 0 || userData.some(isIncomplete))
      ? { variables: botWords.botTexts('variablesMandatory') }
      : {}),
  };
}

/** Variables travel only while data is collected (PROMPT-018). */
export const toSave = (draft: PromptDraft): PromptSave => ({ ...draft, userData: draft.extractData ? draft.userData : [] });
