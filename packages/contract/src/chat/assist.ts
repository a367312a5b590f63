import { leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formList, formNumber, Id, text } from '../fields.ts';
import { z } from '../z.ts';
import { assistKinds, assistLanguages, assistLimits, assistOutcomes, assistWriteKinds } from './assist-kinds.ts';

/** A draft for the answer to a customer's message: the agent takes it over, changes it and sends it, or leaves it. */
export const AssistDraft = z
  .object({
    kind: z.enum(['passage', 'intent']),
    /** Source of knowledge or intent that it is from */
    sourceId: Id,
    /** Ready for the field of the reply; `⟦…⟧` is a place that the agent has to fill */
    text: z.string(),
    /** Names of the source, or of the intent, and of its bot */
    name: z.string(),
    botName: z.string(),
    /** Page of a document from 1, 0 otherwise */
    page: z.number(),
    /** Address that opens the source; '' where there is none */
    url: z.string(),
    /** 0 to 1 */
    confidence: z.number(),
    /** The source has changed since the bot was trained, or could not be read any more */
    isStale: z.boolean(),
    proof: z.string(),
  })
  .meta({ id: 'AssistDraft' });
export type AssistDraft = z.infer<typeof AssistDraft>;

export const Assist = z
  .object({
    drafts: z.array(AssistDraft),
    /** The department may use a bot that is trained */
    hasSources: z.boolean(),
    /** Name of the language model that the department writes and translates by; '': it has none */
    model: z.string(),
    /** Language of the message; '' where it cannot be told */
    language: z.union([z.enum(assistLanguages), z.literal('')]),
  })
  .meta({ id: 'Assist' });
export type Assist = z.infer<typeof Assist>;

/** Text of a language model. @property proof with it a reply names the text that it began with; '' of a summary */
export const AssistText = z.object({ text: z.string(), sourceId: Id, proof: z.string() }).meta({ id: 'AssistText' });
export type AssistText = z.infer<typeof AssistText>;

/** Translation of a message, which stays as it is. */
export const ChatTranslation = z
  .object({ number: z.number(), language: z.enum(assistLanguages), text: z.string() })
  .meta({ id: 'ChatTranslation' });
export type ChatTranslation = z.infer<typeof ChatTranslation>;

/** Replies that began with drafts of one source in one department. */
export const AssistCount = z
  .object({
    kind: z.enum(assistKinds),
    sourceId: Id,
    name: z.string(),
    deptId: z.string(),
    department: z.string(),
    unchanged: z.number(),
    edited: z.number(),
  })
  .meta({ id: 'AssistCount' });
export type AssistCount = z.infer<typeof AssistCount>;

/** One reply behind a count. */
export const AssistReply = z
  .object({
    /** Its place in the list, for the next page */
    id: z.string(),
    chatId: Id,
    chatNumber: z.string(),
    /** Number of the reply in its chat */
    number: z.number(),
    at: z.iso.datetime(),
    agentName: z.string(),
    outcome: z.enum(assistOutcomes),
  })
  .meta({ id: 'AssistReply' });
export type AssistReply = z.infer<typeof AssistReply>;

const tag = 'Chat';
const access = screens.conversation.permissions;
const base = '/e/enterprise/chat/:chatId';
const ChatParams = z.object({ chatId: Id });
const EntryNumber = formNumber(1, 2_000_000_000);
const Words = text(assistLimits.characters);
const inItsRecord = leavesNothing("the chat's own record holds it");
const settings = ['CHAT.CHAT_CONFIG'] as const;
const period = { from: z.iso.datetime(), to: z.iso.datetime() };

/** Help for agents: nothing of it is sent by itself. */
export const assistEndpoints = {
  suggest: defineEndpoint({
    method: 'GET',
    path: `${base}/assist`,
    summary: "Passages of the department's knowledge and answers of its bots for a customer's message, by the models of this installation",
    tag,
    access,
    params: ChatParams,
    query: z.object({ number: EntryNumber }),
    answer: Assist,
  }),
  write: defineEndpoint({
    method: 'POST',
    path: `${base}/assist/write`,
    summary:
      'Have the language model of the department draft an answer, change words, or sum the chat up; `key` names the live event assistPartial',
    audit: leavesNothing('it changes nothing: the answer is the text'),
    tag,
    access,
    changes: 'nothing',
    perMinute: assistLimits.perMinute,
    params: ChatParams,
    /** language: of a summary; a draft has the customer's, and all others that of the text */
    body: z.object({
      kind: z.enum(assistWriteKinds),
      text: Words.default(''),
      language: z.enum(assistLanguages).default('en'),
      key: text(64).default(''),
    }),
    answer: AssistText,
  }),
  translations: defineEndpoint({
    method: 'GET',
    path: `${base}/translations`,
    summary: "Translations of a chat's messages into a language, as far as they are there",
    tag,
    access,
    params: ChatParams,
    query: z.object({ language: z.enum(assistLanguages) }),
    answer: z.array(ChatTranslation),
  }),
  translate: defineEndpoint({
    method: 'POST',
    path: `${base}/translations`,
    summary: "Translate customers' messages; those that are in the language already are left out",
    audit: inItsRecord,
    tag,
    access,
    perMinute: assistLimits.perMinute,
    params: ChatParams,
    body: z.object({
      numbers: formList(EntryNumber).pipe(z.array(z.number()).min(1).max(assistLimits.translated)),
      language: z.enum(assistLanguages),
    }),
    answer: z.array(ChatTranslation),
  }),
  translateReply: defineEndpoint({
    method: 'POST',
    path: `${base}/translations/reply`,
    summary: 'Translate the words of a reply before it is sent',
    audit: leavesNothing('it changes nothing: the answer is the text'),
    tag,
    access,
    changes: 'nothing',
    perMinute: assistLimits.perMinute,
    params: ChatParams,
    body: z.object({ text: Words, language: z.enum(assistLanguages) }),
    answer: AssistText,
  }),
  counts: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/assist/counts',
    summary: 'How many replies began with a draft, by source and department, and were sent unchanged or edited',
    tag,
    access: settings,
    query: z.object({ deptId: z.union([Id, z.literal('')]).default(''), ...period }),
    answer: z.array(AssistCount),
  }),
  replies: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/assist/replies',
    summary: 'The replies behind such a count, newest first; `before` is the id of the last one of the page above',
    tag,
    access: settings,
    query: z.object({
      kind: z.enum(assistKinds),
      sourceId: Id,
      /** '': of chats that belong to none */
      deptId: z.union([Id, z.literal('')]).default(''),
      outcome: z.enum(assistOutcomes).optional(),
      ...period,
      before: text(100).default(''),
      perPage: formNumber(1, 100).default(30),
    }),
    answer: z.object({ replies: z.array(AssistReply), more: z.boolean() }),
  }),
};
