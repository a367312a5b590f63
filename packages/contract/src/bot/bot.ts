import { leaves } from '../account/audit-marks.ts';
import { builderPermissions } from '../account/permissions.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, formNumber, Id, Page, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';

/**
 * Bots: what the specification calls agents. Its word stays in paths and fields; the code says bot.
 * Every signed-in user may read them; changes ask for a permission of builders (decision 0019).
 */
export const nlp = '/chatbird/api/nlp';

export const botPage = 15;
export const modelTypes = ['OpenAi', 'Semantic', 'GPT2', 'SVM'] as const;
/** Also understood when stored, never offered (CFG-008). */
export const storedModelTypes = [...modelTypes, 'websiteCrawler'] as const;
export type ModelType = (typeof storedModelTypes)[number];
export const botLanguages = ['en', 'hi'] as const;
export type BotLanguage = (typeof botLanguages)[number];
export const thresholdBounds = { min: 0, max: 200, initial: 0.5 } as const;

/** One stored threshold: up to 1 it is taken as it is, above it is a percentage, at most 1 (screens 5). */
export const thresholdInEffect = (stored: number): number => Math.min(1, stored <= 1 ? stored : stored / 100);

export const botTexts = {
  created: 'Agent Created  Successfully',
  updated: 'Agent Updated Successfully',
  deleted: 'Agent Deleted Successfully',
  duplicate: 'duplication of name ',
  hasIntents: 'Agent has Stories and Intents attached to it. Cannot be deleted',
  thresholdRange: 'Threshold value must be between zero and 1',
  retriesLow: faultTexts['bot.retries'],
  configSaved: 'Configuration Updated Successfully',
  promptMandatory: faultTexts['bot.prompt'],
  promptSaved: 'Prompt Updated Successfully',
  variablesMandatory: faultTexts['bot.variables'],
  anyConfiguration: faultTexts['bot.configuration'],
} as const;

/** Absent or another word: as nlp (BOT-027). */
export const BotType = z.enum(['prompt', 'nlp', 'other']);
export type BotType = z.infer<typeof BotType>;

export const trainingStates = ['NOT_TRAINED', 'IN_PROGRESS', 'TRAINED', 'CHANGED', 'FAILED'] as const;
export type TrainingState = (typeof trainingStates)[number];
/** The texts of the specification, and two more beside them (screens 5). */
export const trainingStateLabels: Record<TrainingState, string> = {
  NOT_TRAINED: 'Not Trained',
  IN_PROGRESS: 'Training Inprogress',
  TRAINED: 'Trained',
  CHANGED: 'Changed since training',
  FAILED: 'Failed',
};

export const BotConfig = z.object({
  entityExtractRetries: z.number(),
  outOfScopeMessage: z.string(),
  modelType: z.enum(storedModelTypes),
  confidenceThreshold: z.number(),
  /** Threshold that the bot uses: `confidenceThreshold` read as 0 to 1, or the model's own for SVM once it is trained. */
  thresholdInEffect: z.number(),
  language: z.enum(botLanguages),
  openaiKey: z.string(),
  documents: z.array(z.object({ fileName: z.string() })),
});
export type BotConfig = z.infer<typeof BotConfig>;

export const PromptVariable = z.object({ name: text(100), description: text(1000) });
export type PromptVariable = z.infer<typeof PromptVariable>;
export const PromptConfig = z.object({
  openaiKey: z.string(),
  prompt: z.string(),
  extractData: z.boolean(),
  userData: z.array(PromptVariable),
});
export type PromptConfig = z.infer<typeof PromptConfig>;

const BotTraining = z.object({
  state: z.enum(trainingStates),
  label: z.string(),
  /** Reason of a failure. */
  reason: z.string(),
  /** 0 to 1 while training. */
  progress: z.number(),
  trainedAt: z.iso.datetime().nullable(),
});
const botFields = {
  id: Id,
  name: z.string(),
  description: z.string(),
  type: BotType.nullable(),
  /** Version of name, description, type, configuration and prompt. */
  version: z.number(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  config: BotConfig,
  training: BotTraining,
};
export const BotCard = z.object(botFields).meta({ id: 'BotCard' });
export type BotCard = z.infer<typeof BotCard>;
export const BotDetails = z
  .object({
    ...botFields,
    eId: Id,
    promptConfig: PromptConfig,
    /** Channels whose visitors this bot answers. */
    channels: z.array(z.object({ id: Id, name: z.string() })),
  })
  .meta({ id: 'BotDetails' });
export type BotDetails = z.infer<typeof BotDetails>;

export const BotParams = z.object({ agentId: Id });
export const botTag = 'Bots';

export const BotConfigSave = z.object({
  entityExtractRetries: z.coerce.number().int().min(1, botTexts.retriesLow).max(20),
  outOfScopeMessage: text(1000).default(''),
  modelType: z.enum(storedModelTypes),
  confidenceThreshold: z.coerce.number().min(thresholdBounds.min).max(thresholdBounds.max),
  language: z.enum(botLanguages),
  openaiKey: z.union([Id, z.literal('')]).default(''),
  version: Version.optional(),
});
export type BotConfigSave = z.infer<typeof BotConfigSave>;

export const PromptSave = z.object({
  openaiKey: z.union([Id, z.literal('')], { error: botTexts.anyConfiguration }).refine((id) => id !== '', botTexts.anyConfiguration),
  prompt: text(20_000).refine((value) => value.trim() !== '', botTexts.promptMandatory),
  extractData: formBoolean.default(false),
  userData: z.array(PromptVariable).max(50).default([]),
  version: Version.optional(),
});
export type PromptSave = z.infer<typeof PromptSave>;

export const botEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: `${nlp}/v2/agent/`,
    summary: 'A page of bots, the newest first; perPage -1 answers all',
    tag: botTag,
    access: 'session',
    query: Page.extend({ perPage: formNumber(-1, 200).default(botPage), name: text(120).default('') }),
    answer: z.object({ agents: z.array(BotCard), more: z.boolean() }),
  }),
  save: defineEndpoint({
    method: 'POST',
    path: `${nlp}/agent`,
    summary: 'Create a bot, or with id change one',
    audit: leaves('bot', 'edit'),
    tag: botTag,
    access: builderPermissions,
    body: z.object({
      id: z.union([Id, z.literal('')]).optional(),
      name: requiredText(100),
      description: requiredText(500),
      type: z.enum(['prompt', 'nlp']),
      version: Version.optional(),
    }),
    answer: BotCard,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${nlp}/agent/:agentId`,
    summary: 'One bot with its configuration',
    tag: botTag,
    access: 'session',
    params: BotParams,
    answer: BotDetails,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${nlp}/agent/:agentId`,
    summary: 'Delete a bot without stories and intents; code 101 when it has any, or when a channel uses it',
    audit: leaves('bot', 'delete'),
    tag: botTag,
    access: builderPermissions,
    params: BotParams,
    answer: z.null(),
  }),
  saveConfig: defineEndpoint({
    method: 'POST',
    path: `${nlp}/agent/:agentId/config`,
    summary: 'Change the model settings of a bot',
    audit: leaves('bot', 'edit'),
    tag: botTag,
    access: builderPermissions,
    params: BotParams,
    body: BotConfigSave,
    answer: BotConfig.extend({ version: z.number() }),
  }),
  channels: defineEndpoint({
    method: 'GET',
    path: `${nlp}/agent/:agentId/channels`,
    summary: 'Channels that a bot may answer, and which bot answers each now',
    tag: botTag,
    access: 'session',
    params: BotParams,
    answer: z.object({ channels: z.array(z.object({ id: Id, name: z.string(), isAnswered: z.boolean(), botName: z.string() })) }),
  }),
  connect: defineEndpoint({
    method: 'PUT',
    path: `${nlp}/agent/:agentId/channels`,
    summary: 'Let a bot answer exactly these channels; one that it leaves goes to the agents',
    audit: leaves('bot', 'edit'),
    tag: botTag,
    access: ['CHANNELS.EDIT'],
    params: BotParams,
    body: z.object({ channelIds: z.array(Id).max(200) }),
    answer: z.null(),
  }),
  savePrompt: defineEndpoint({
    method: 'POST',
    path: `${nlp}/agent/:agentId/prompt`,
    summary: 'Change the prompt of a bot and the variables that are collected after a conversation',
    audit: leaves('bot', 'edit'),
    tag: botTag,
    access: builderPermissions,
    params: BotParams,
    body: PromptSave,
    answer: PromptConfig.extend({ version: z.number() }),
  }),
};
