import { leavesNothing } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, saidText, text } from '../fields.ts';
import { partialAnswers } from '../partial-answer.ts';
import { z } from '../z.ts';
import { Attachment, MessageChoices } from './chat.ts';
import { messageLimit } from './chat-kinds.ts';

/**
 * The visitor's side. The widget opens {ws base}/widget/socket?key={widgetKey} and says hello; a visitor without a token gets one with
 * the welcome and keeps it, so the thread survives a reload. Messages are `{type, data}` in both directions.
 */
export const WidgetConfig = z
  .object({
    title: z.string(),
    greeting: z.string(),
    colour: z.string(),
    /** An agent is online. */
    isOnline: z.boolean(),
    /** A bot answers first, at any hour. */
    hasBot: z.boolean(),
    ratingEnabled: z.boolean(),
    maxFileBytes: z.number(),
  })
  .meta({ id: 'WidgetConfig' });
export type WidgetConfig = z.infer<typeof WidgetConfig>;

/** One line of the thread as the visitor sees it. */
export const WidgetEntry = z.object({
  number: z.number(),
  id: Id,
  author: z.enum(['visitor', 'agent', 'bot', 'system']),
  /** '' of a bot: it speaks for the brand, by the title of the channel */
  name: z.string(),
  text: z.string(),
  attachment: Attachment.nullable(),
  /** Choices that the visitor may press instead of writing */
  choices: MessageChoices.optional(),
  at: z.iso.datetime(),
  key: z.string(),
});
export type WidgetEntry = z.infer<typeof WidgetEntry>;

/** The visitor's latest chat; numbers of entries start again at 1 in each chat. */
export const WidgetThread = z.object({
  chatId: Id.nullable(),
  isOpen: z.boolean(),
  handledBy: z.enum(['bot', 'queue', 'agent', 'stream']).nullable(),
  agentName: z.string(),
  entries: z.array(WidgetEntry),
  /** The highest number of ours that the visitor has read. */
  readUpTo: z.number(),
  canRate: z.boolean(),
  /** A rating may have words beside its stars */
  asksComment: z.boolean(),
});
export type WidgetThread = z.infer<typeof WidgetThread>;

const key = text(64).min(1);

export const widgetRequests = {
  hello: z.object({
    visitorToken: text(200).default(''),
    pageUrl: saidText(2000).default(''),
    pageTitle: saidText(300).default(''),
    language: saidText(35).default(''),
    /** The chat whose entries the widget holds, and its highest number: only newer ones are sent. */
    chatId: text(64).default(''),
    after: z.number().int().min(0).default(0),
  }),
  ping: z.object({}),
  send: z.object({
    key,
    text: saidText(messageLimit).default(''),
    attachmentId: Id.optional(),
    /** Id of the choice that was pressed, while the text is its title */
    payload: text(200).optional(),
  }),
  typing: z.object({}),
  received: z.object({ chatId: Id, upTo: z.number().int().min(1) }),
  read: z.object({ chatId: Id, upTo: z.number().int().min(1) }),
  rate: z.object({ chatId: Id, stars: z.number().int().min(1).max(5), comment: saidText(500).default('') }),
} as const;
export type WidgetRequestType = keyof typeof widgetRequests;
export type WidgetRequestData<T extends WidgetRequestType> = z.input<(typeof widgetRequests)[T]>;

/** Reference that an answer to a refused request may name, whatever else its data holds. */
export const WidgetReference = z.object({ key: key.catch('') });

export const widgetEvents = {
  /** `visitorToken` is given once, when a new visitor said hello without one. */
  welcome: z.object({ visitorToken: z.string(), config: WidgetConfig, thread: WidgetThread }),
  pong: z.object({}),
  /** The message is stored: it has its number and will not be lost. */
  accepted: z.object({ key: z.string(), chatId: Id, entry: WidgetEntry }),
  refused: z.object({ key: z.string(), code: z.string(), message: z.string(), retryAfterSeconds: z.number().optional() }),
  entry: z.object({ chatId: Id, entry: WidgetEntry }),
  /** Our messages to the visitor's, or the visitor's that an agent read. */
  agentRead: z.object({ chatId: Id, upTo: z.number() }),
  typing: z.object({ name: z.string() }),
  /** Bot's answer so far, which follows the entry of that number. */
  partial: z.object({ chatId: Id, after: z.number(), text: z.string().max(partialAnswers.mostCharacters) }),
  thread: WidgetThread.omit({ entries: true }),
  rated: z.object({ chatId: Id, stars: z.number() }),
} as const;
export type WidgetEventType = keyof typeof widgetEvents;
export type WidgetEventData<T extends WidgetEventType> = z.infer<(typeof widgetEvents)[T]>;

const tag = 'Widget';
const WidgetKey = z.object({ key: text(64).min(1) });

export const widgetEndpoints = {
  config: defineEndpoint({
    method: 'GET',
    path: '/widget/config',
    summary: "What the widget's button needs before it is opened",
    tag,
    access: 'public',
    perMinute: 600,
    query: WidgetKey,
    answer: WidgetConfig,
  }),
  /** Multipart `file`, with the visitor token in the header `visitor-token`. */
  upload: defineEndpoint({
    method: 'POST',
    path: '/widget/files',
    summary: "A visitor's file",
    audit: leavesNothing("the chat's own record holds it"),
    tag,
    access: 'public',
    perMinute: 30,
    query: WidgetKey,
    answer: Attachment,
  }),
};
