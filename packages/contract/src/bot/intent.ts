import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { builderPermissions } from '../account/permissions.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, formNumber, Id, Page, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { BotParams, botTag, nlp } from './bot.ts';

export const intentPage = 200;
export const longestUtterance = 10_000;
export const mostUtterances = 10_000;
export const paraphraseCounts = [10, 5] as const;
/** Code of a saved intent whose name was taken: status true and no data (INTENT-058). */
export const duplicateIntentCode = '102';

export const storyTexts = {
  duplicate: 'Duplication of story name',
  invalid: faultTexts['story.name'],
  saved: 'Story Saved Successfully',
  deleted: 'Story Deleted Successfully',
  missing: 'Please create story before an Intent',
} as const;
export const intentTexts = {
  nameEmpty: faultTexts['intent.no_name'],
  fewPhrases: faultTexts['intent.few_phrases'],
  promptEmpty: faultTexts['intent.no_prompt'],
  phraseEmpty: faultTexts['intent.phrase_empty'],
  phraseDuplicate: faultTexts['intent.phrase_twice'],
  responseEmpty: faultTexts['intent.no_response'],
  selectPhrase: faultTexts['intent.no_selection'],
  nameRequired: 'Intent name  required',
  duplicate: 'Duplicate intent name, intent not created',
  unsaved: 'Please Save or Discard the changes',
  leaving: 'please save the intent',
  saved: 'Intent Saved Successfully',
  deleted: 'Intent Deleted Successfully',
  utteranceDeleted: 'Deleted  utterance  succesfully',
  utterancesDeleted: 'Deleted  utterances  succesfully',
  responseDeleted: 'Deleted the response succesfully',
} as const;

/** Trimmed, inner white space collapsed (INTENT-036). */
export const tidyName = (name: string): string => name.trim().replace(/\s+/gu, ' ');

/** Returns the form in which phrases are compared: case, spacing and invisible characters make no difference. */
export const phraseKey = (phrase: string): string =>
  tidyName(phrase.normalize('NFKC').replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/gu, '')).toLowerCase();

type StoryNode = { id: string; name: string; agentId: string; parentId: string | null; version: number; childStories: StoryNode[] };
export const Story: z.ZodType<StoryNode> = z.object({
  id: Id,
  name: z.string(),
  agentId: Id,
  parentId: Id.nullable(),
  version: z.number(),
  get childStories() {
    return z.array(Story);
  },
});
export type Story = StoryNode;

/** Positions are inclusive and count UTF-16 units of the utterance (INTENT-024). */
export const EntityRef = z.object({
  /** A custom entity's id, or the name of a system entity such as sys.date. */
  entityId: requiredText(100),
  entityStartPos: formNumber(0, longestUtterance),
  entityEndPos: formNumber(0, longestUtterance),
  /** The parameter that the words fill; left out: the first parameter of the entity. */
  parameter: text(100).optional(),
});
export type EntityRef = z.infer<typeof EntityRef>;
export const Utterance = z.object({ utterance: z.string(), entityDefined: z.boolean(), entityRefs: z.array(EntityRef) });
export type Utterance = z.infer<typeof Utterance>;
export const IntentParameter = z.object({
  /** The entity: a custom entity's id or a system entity's name (INTENT-064). */
  id: requiredText(100),
  name: requiredText(100),
  required: formBoolean,
  value: text(1000).default(''),
  prompts: z.array(text(500)).max(20),
});
export type IntentParameter = z.infer<typeof IntentParameter>;
export const IntentResponse = z.object({ response: text(10_000).nullable() });

export const Intent = z
  .object({
    id: Id,
    name: z.string(),
    agentId: Id,
    storyId: Id,
    utterances: z.array(Utterance),
    responses: z.array(IntentResponse),
    entities: z.array(IntentParameter.extend({ entityName: z.string() })),
    /** True if this answer ends in the queue of agents. */
    handsOver: z.boolean(),
    updatedAt: z.iso.datetime(),
    version: z.number(),
  })
  .meta({ id: 'Intent' });
export type Intent = z.infer<typeof Intent>;
export const IntentRow = z.object({ id: Id, name: z.string(), storyId: Id, utteranceCount: z.number(), updatedAt: z.iso.datetime() });
export type IntentRow = z.infer<typeof IntentRow>;

export const IntentSave = z.object({
  id: z.union([Id, z.literal('')]).optional(),
  agentId: Id,
  storyId: Id,
  name: text(200),
  utterances: z
    .array(
      z.object({
        utterance: text(longestUtterance),
        entityDefined: formBoolean.optional(),
        entityRefs: z.array(EntityRef).max(100).default([]),
      }),
    )
    .max(mostUtterances),
  responses: z.array(IntentResponse).max(1).default([]),
  entities: z.array(IntentParameter).max(50).default([]),
  handsOver: formBoolean.optional(),
  version: Version.optional(),
});
export type IntentSave = z.infer<typeof IntentSave>;

const StoryParams = BotParams.extend({ storyId: Id });
const IntentParams = StoryParams.extend({ intentId: Id });

export const storyEndpoints = {
  save: defineEndpoint({
    method: 'POST',
    path: `${nlp}/story`,
    summary: 'Create a story below its parent, or with id rename one; without parentId it goes below the root',
    audit: leaves('story', 'edit'),
    tag: botTag,
    access: builderPermissions,
    body: z.object({
      id: z.union([Id, z.literal('')]).optional(),
      name: text(100).refine((name) => name.trim() !== '', storyTexts.invalid),
      agentId: Id,
      parentId: z.union([Id, z.literal('')]).optional(),
      version: Version.optional(),
    }),
    answer: z.object({ id: Id, name: z.string(), agentId: Id, parentId: Id.nullable(), version: z.number() }),
  }),
  tree: defineEndpoint({
    method: 'GET',
    path: `${nlp}/agent/:agentId/story`,
    summary: 'The root story of a bot with all stories below it',
    tag: botTag,
    access: 'session',
    params: BotParams,
    answer: Story,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${nlp}/agent/:agentId/story/:storyId`,
    summary: 'Delete a story with its intents and child stories',
    audit: leaves('story', 'delete'),
    tag: botTag,
    access: builderPermissions,
    params: StoryParams,
    answer: z.null(),
  }),
};

export const intentEndpoints = {
  save: defineEndpoint({
    method: 'POST',
    path: `${nlp}/intent`,
    summary: `Create an intent, or with id change one; a taken name answers code ${duplicateIntentCode} without data`,
    audit: leaves('intent', 'edit'),
    tag: botTag,
    access: builderPermissions,
    body: IntentSave,
    answer: Intent.nullable(),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: `${nlp}/v2/agent/:agentId/story/:storyId/intent`,
    summary: 'Intents of a story, searched by name',
    tag: botTag,
    access: 'session',
    params: StoryParams,
    query: Page.extend({ perPage: formNumber(-1, 200).default(intentPage), name: text(200).default('') }),
    answer: z.object({ intents: z.array(IntentRow), more: z.boolean() }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${nlp}/agent/:agentId/story/:storyId/intent/:intentId`,
    summary: 'One intent with its phrases, answer and parameters',
    tag: botTag,
    access: 'session',
    params: IntentParams,
    answer: Intent,
  }),
  addPhrases: defineEndpoint({
    method: 'POST',
    path: `${nlp}/agent/:agentId/intent/:intentId/phrases`,
    summary: 'Add phrases to an intent, in front of those it has; one that is there already is left out',
    audit: leaves('intent', 'edit'),
    tag: botTag,
    access: builderPermissions,
    params: BotParams.extend({ intentId: Id }),
    body: z.object({ phrases: z.array(requiredText(longestUtterance)).min(1).max(50) }),
    answer: z.object({ addedCount: z.number(), utteranceCount: z.number() }),
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${nlp}/agent/:agentId/story/:storyId/intent/:intentId`,
    summary: 'Delete an intent',
    audit: leaves('intent', 'delete'),
    tag: botTag,
    access: builderPermissions,
    params: IntentParams,
    answer: z.null(),
  }),
  /** All intents of a bot by name, for pickers: the story they are in comes along. */
  names: defineEndpoint({
    method: 'GET',
    path: `${nlp}/agent/:agentId/intents`,
    summary: 'Names of all intents of a bot, at most 1000',
    tag: botTag,
    access: 'session',
    params: BotParams,
    answer: z.object({ intents: z.array(z.object({ id: Id, name: z.string(), storyId: Id, storyName: z.string() })) }),
  }),
  paraphrase: defineEndpoint({
    method: 'POST',
    path: `${nlp}/paraphrases`,
    summary: 'Phrases that say the same, generated on this server',
    audit: leavesNothing('it proposes'),
    tag: botTag,
    access: builderPermissions,
    body: z.object({
      lines: z.array(text(longestUtterance)).min(1, intentTexts.selectPhrase).max(50),
      num_return_sequences: formNumber(1, 20).default(10),
    }),
    answer: z.object({ paraphrases: z.array(z.string()) }),
  }),
};
