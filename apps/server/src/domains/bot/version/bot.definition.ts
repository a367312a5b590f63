import type { EntityRef, EntityValue, IntentParameter } from '@parley/contract';
import type { StoredBotConfig, StoredKnowledge, StoredPrompt } from '#platform/db/schema.bot.ts';
import type { DefinedTool } from '../tool/tool.rules.ts';

/** Data that a version answers from, without its phrases: read by every process that serves the bot. */
export type BotDefinition = {
  botId: string;
  name: string;
  type: 'prompt' | 'nlp' | 'other';
  config: StoredBotConfig;
  prompt: StoredPrompt;
  knowledge: StoredKnowledge;
  intents: DefinedIntent[];
  entities: DefinedEntity[];
  /** Versions from before there were tools have none. */
  tools?: DefinedTool[];
};
export type DefinedIntent = {
  intentId: string;
  name: string;
  response: string | null;
  handsOver: boolean;
  parameters: IntentParameter[];
};
export type DefinedEntity = { entityId: string; name: string; isSensitive: boolean; values: EntityValue[] };

/** A training phrase; its references name the entity and the parameter. */
export type Phrase = { intentId: string; text: string; refs: EntityRef[] };

export type DefinedPassage = {
  sourceId: string;
  sourceName: string;
  /** Stored file of a document, '' otherwise. */
  fileId: string;
  page: number;
  paragraph: number;
  url: string;
  /** Title of a web page, '' otherwise. Versions from before titles were kept have neither title nor headings. */
  title?: string;
  headings?: string[];
  text: string;
};

/** Everything that a training reads, and that its version keeps. */
export type BotSnapshot = { definition: BotDefinition; phrases: Phrase[]; passages: DefinedPassage[] };
