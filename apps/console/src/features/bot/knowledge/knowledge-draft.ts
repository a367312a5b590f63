import type { KnowledgeConfig } from '@parley/contract';
import { botWords } from '../../../locales/bot.ts';
import type { KnowledgeSave } from './knowledge.queries.ts';

/** The values that Update would save, as shown on the screen. */
export type KnowledgeDraft = KnowledgeSave;

export const toDraft = ({ kbFromWebsite, kbFromDoc, websitesUrls, genAiConfigId }: KnowledgeConfig): KnowledgeDraft => ({
  kbFromWebsite,
  kbFromDoc,
  websitesUrls,
  genAiConfigId,
});

export type KnowledgeFaults = { configuration?: string; website?: string; document?: string };

/**
 * Returns the faults that prevent Update from saving (KB-015, KB-016, KB-019). @param documentCount uploaded documents, pending ones aside
 */
export function checkKnowledge(draft: KnowledgeDraft, documentCount: number): KnowledgeFaults {
  return {
    ...(draft.genAiConfigId === '' ? { configuration: botWords.knowledgeTexts('configurationMandatory') } : {}),
    ...(draft.kbFromWebsite && draft.websitesUrls.length === 0 ? { website: botWords.knowledgeTexts('websiteMissing') } : {}),
    ...(draft.kbFromDoc && documentCount === 0 ? { document: botWords.knowledgeTexts('documentMissing') } : {}),
  };
}
