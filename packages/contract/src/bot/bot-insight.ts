import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { builderPermissions } from '../account/permissions.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formNumber, Id, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { BotParams, botTag, nlp } from './bot.ts';

/** The 28 emotions (nlu.md 2); `neutral` is what remains. */
export const emotionLabels = [
  'admiration',
  'amusement',
  'anger',
  'annoyance',
  'approval',
  'caring',
  'confusion',
  'curiosity',
  'desire',
  'disappointment',
  'disapproval',
  'disgust',
  'embarrassment',
  'excitement',
  'fear',
  'gratitude',
  'grief',
  'joy',
  'love',
  'nervousness',
  'optimism',
  'pride',
  'realization',
  'relief',
  'remorse',
  'sadness',
  'surprise',
  'neutral',
] as const;
export const sentimentLevels = ['positive', 'neutral', 'negative'] as const;
export type SentimentLevel = (typeof sentimentLevels)[number];
export const negativeActions = ['none', 'mark', 'offerAgent'] as const;

export const SentimentSettings = z.object({
  isOn: z.boolean(),
  levels: z.record(z.enum(emotionLabels), z.enum(sentimentLevels)),
  action: z.enum(negativeActions),
  /** Negative messages in a row before an agent is offered. */
  afterCount: z.number(),
});
export type SentimentSettings = z.infer<typeof SentimentSettings>;

/** Rules are tried by priority, the smallest number first; the first that fits gives the class. */
export const ClassificationRule = z.object({
  id: Id,
  name: z.string(),
  priority: z.number(),
  words: z.array(z.string()),
  intents: z.array(z.string()),
  department: z.string(),
  version: z.number(),
});
export type ClassificationRule = z.infer<typeof ClassificationRule>;

const Period = z.object({ days: formNumber(1, 90).default(7) });
const base = `${nlp}/agent/:agentId`;
const common = { tag: botTag, access: 'session' } as const;

export const insightEndpoints = {
  sentiment: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${base}/sentiment`,
    summary: 'Sentiment settings, the trend of the last days, and sample messages',
    params: BotParams,
    query: Period,
    answer: z.object({
      settings: SentimentSettings,
      version: z.number(),
      trend: z.array(z.object({ date: z.string(), positive: z.number(), neutral: z.number(), negative: z.number() })),
      samples: z.array(
        z.object({
          turnId: Id,
          text: z.string(),
          emotion: z.string(),
          level: z.enum(sentimentLevels),
          isWrong: z.boolean(),
          at: z.iso.datetime(),
        }),
      ),
    }),
  }),
  saveSentiment: defineEndpoint({
    ...common,
    access: builderPermissions,
    method: 'PUT',
    path: `${base}/sentiment`,
    summary: 'Change the sentiment settings',
    audit: leaves('sentiment', 'edit'),
    params: BotParams,
    body: z.object({
      isOn: formBoolean,
      levels: z.partialRecord(z.enum(emotionLabels), z.enum(sentimentLevels)),
      action: z.enum(negativeActions),
      afterCount: formNumber(1, 10).default(2),
      version: Version.optional(),
    }),
    answer: SentimentSettings.extend({ version: z.number() }),
  }),
  markWrong: defineEndpoint({
    ...common,
    access: builderPermissions,
    method: 'POST',
    path: `${base}/sentiment/:turnId/wrong`,
    summary: 'Say that the sentiment of a message is wrong, or take that back; such messages are left out of the trend',
    audit: leaves('sentiment', 'edit'),
    params: BotParams.extend({ turnId: Id }),
    body: z.object({ isWrong: formBoolean }),
    answer: z.null(),
  }),
  rules: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${base}/classification`,
    summary: 'Classification rules, and how many conversations of the last days each class has',
    params: BotParams,
    query: Period,
    answer: z.object({
      rules: z.array(ClassificationRule),
      counts: z.array(z.object({ ruleId: Id.nullable(), name: z.string(), count: z.number() })),
    }),
  }),
  saveRule: defineEndpoint({
    ...common,
    access: builderPermissions,
    method: 'POST',
    path: `${base}/classification`,
    summary: 'Create a classification rule, or with id change one',
    audit: leaves('class', 'edit'),
    params: BotParams,
    body: z.object({
      id: z.union([Id, z.literal('')]).optional(),
      name: requiredText(100),
      priority: formNumber(1, 1000).default(100),
      words: z.array(text(100)).max(100).default([]),
      intents: z.array(text(200)).max(100).default([]),
      department: text(100).default(''),
      version: Version.optional(),
    }),
    answer: ClassificationRule,
  }),
  removeRule: defineEndpoint({
    ...common,
    access: builderPermissions,
    method: 'DELETE',
    path: `${base}/classification/:ruleId`,
    summary: 'Delete a classification rule; its conversations lose their class',
    audit: leaves('class', 'delete'),
    params: BotParams.extend({ ruleId: Id }),
    answer: z.null(),
  }),
  classify: defineEndpoint({
    ...common,
    changes: 'nothing',
    method: 'POST',
    path: `${base}/classification/try`,
    summary: 'Which class a text would get, and why',
    audit: leavesNothing('it reads'),
    params: BotParams,
    body: z.object({ text: requiredText(10_000) }),
    answer: z.object({ rule: ClassificationRule.nullable(), because: z.string() }),
  }),
  rerun: defineEndpoint({
    ...common,
    access: builderPermissions,
    method: 'POST',
    path: `${base}/classification/rerun`,
    summary: 'Classify the conversations of the last days again by the rules of now',
    audit: leaves('class', 'edit'),
    perMinute: 6,
    params: BotParams,
    body: Period,
    answer: z.object({ classifiedCount: z.number() }),
  }),
  conversations: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${base}/classification/conversations`,
    summary: 'The conversations of one class',
    params: BotParams,
    query: Period.extend({
      /** Empty: those that no rule fits. */
      ruleId: z.union([Id, z.literal('')]).default(''),
      from: formNumber(0, 1_000_000).default(0),
      perPage: formNumber(1, 100).default(25),
    }),
    answer: z.object({
      conversations: z.array(
        z.object({
          sessionId: Id,
          startedAt: z.iso.datetime(),
          turnCount: z.number(),
          firstText: z.string(),
          collected: z.record(z.string(), z.string()),
        }),
      ),
      more: z.boolean(),
    }),
  }),
};
