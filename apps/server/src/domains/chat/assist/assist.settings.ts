import { type ChatConfig, genAiAuthType, termsOf } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { findNameOfType } from '../../integration/door.ts';
import { readChatConfig } from '../settings/settings.service.ts';

/** Help that the agents of a department get. @property configId configuration of its language model; '': none @property terms never translated */
export type AssistSettings = { isShown: boolean; configId: string; model: string; terms: string[] };

const toSettings = ({ assistShown, assistConfigId, assistTerms }: ChatConfig, model: string): AssistSettings => ({
  isShown: assistShown,
  // A configuration that has gone is none.
  configId: model === '' ? '' : assistConfigId,
  model,
  terms: termsOf(assistTerms),
});

/** @param departmentId null: of no department */
export async function readAssistSettings(tx: Read, enterpriseId: string, departmentId: string | null): Promise<AssistSettings> {
  const config = await readChatConfig(tx, enterpriseId, departmentId);
  if (config.assistConfigId === '') return toSettings(config, '');
  return toSettings(config, (await findNameOfType(tx, enterpriseId, config.assistConfigId, genAiAuthType)) ?? '');
}
