import { leavesNothing } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, saidText, text } from '../fields.ts';
import { partialAnswers } from '../partial-answer.ts';
import { z } from '../z.ts';
import { messageLimit } from './chat-kinds.ts';
import { Attachment } from './chat-record.ts';
import { MessageChoices } from './entry-marks.ts';
import { ShownCard, ShownRichCard } from './shown-card.ts';
import { FilledForm, WidgetForm } from './site-form.ts';
import { formFaults } from './site-form-check.ts';
import { WidgetRule } from './site-rule.ts';

/**
 * The visitor's side. The widget opens {ws base}/widget/socket?key={widgetKey} and says hello; a visitor without a token gets one with
 * the welcome and keeps it, so the thread survives a reload. Messages are `{type, data}` in both directions.
 */
/** Presence of people, as far as it is known. Nothing is promised that figures do not say. */
export const WidgetPresence = z.object({
  /** The department is open by its hours, and an agent of it, or of one that it falls back to, is online */
  isStaffed: z.boolean(),
  /** The next opening, of a department that is closed; null: open, or nobody knows */
  opensAt: z.iso.datetime().nullable(),
  /** Zone of the hours, in which the opening is said */
  timeZone: z.string(),
  /** Three of four waited no longer in the last two hours, and nobody waits longer now; null: too few have waited to say so */
  waitMinutes: z.number().nullable(),
});
export type WidgetPresence = z.infer<typeof WidgetPresence>;

export const WidgetConfig = z
  .object({
    title: z.string(),
    greeting: z.string(),
    colour: z.string(),
    /** An agent of the channel's department, or of one that it falls back to, is online. */
    isOnline: z.boolean(),
    /** A bot answers first, at any hour. */
    hasBot: z.boolean(),
    ratingEnabled: z.boolean(),
    maxFileBytes: z.number(),
    presence: WidgetPresence.optional(),
    /** Rules by which the site speaks first; left out where there is none */
    rules: z.array(WidgetRule).optional(),
    /** Visitors who have not written connect too, since the enterprise wants to see who is on the site */
    isWatched: z.boolean().optional(),
    /** Asked before the first message of a chat; left out where none is asked of this visitor */
    form: WidgetForm.optional(),
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
  /** Left out where nothing of that kind was done. @property reaction of an agent to the visitor's message @property isTakenBack its words are gone */
  reaction: z.string().optional(),
  isEdited: z.boolean().optional(),
  isTakenBack: z.boolean().optional(),
  /** A place or people; `text` says the same in words */
  card: ShownCard.optional(),
  /** Rich cards, one or a row of them, in the place of words and file */
  richCards: z.array(ShownRichCard).optional(),
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

/** Values that a page tells of its visitor by `parley('set')`: nobody has proved them, so they overwrite nothing. */
export const toldMost = { names: 30, nameLength: 60, valueLength: 300 } as const;
export const ToldValues = z
  .record(saidText(toldMost.nameLength), saidText(toldMost.valueLength))
  .refine((values) => Object.keys(values).length <= toldMost.names, 'Too many values.');
export type ToldValues = z.infer<typeof ToldValues>;

/** Beginning of the names by which streams wait for events of a page: those of the enterprise's own systems have none. */
export const pageEventPrefix = 'page:';
/** Events of a page, a minute and widget. */
export const trackedPerMinute = 50;
/** Seconds after which a message of a visitor who has seen a greeting is its answer no more. */
export const greetingAnswerSeconds = 24 * 3600;

export const widgetRequests = {
  hello: z.object({
    visitorToken: text(200).default(''),
    pageUrl: saidText(2000).default(''),
    pageTitle: saidText(300).default(''),
    language: saidText(35).default(''),
    /** The chat whose entries the widget holds, and its highest number: only newer ones are sent. */
    chatId: text(64).default(''),
    after: z.number().int().min(0).default(0),
    /** A JWT by which the enterprise's server says who the visitor is (docs/WIDGET.md) */
    identity: text(4096).default(''),
    told: ToldValues.default({}),
    /** The visit is the so-manieth of this browser, and has lasted so long */
    visits: z.number().int().min(0).max(1_000_000).default(0),
    visitSeconds: z.number().int().min(0).max(10_000_000).default(0),
  }),
  /** The visitor has gone to another page of a site that loads no pages anew. */
  page: z.object({ pageUrl: saidText(2000), pageTitle: saidText(300).default('') }),
  tell: z.object({ told: ToldValues }),
  track: z.object({ name: saidText(60).pipe(z.string().min(1)), data: ToldValues.default({}) }),
  /** The conditions of a rule hold on the page: may it speak? */
  ruleMet: z.object({ ruleId: Id }),
  greetingOpened: z.object({ showId: Id }),
  /** Nobody is there: where an answer may go. */
  leaveAddress: z.object({ email: saidText(254) }),
  /** Is the form before the chat filled in? It leaves with the message that begins the chat. */
  fillForm: FilledForm,
  endChat: z.object({ chatId: Id }),
  /** Their own conversation by mail: a code goes to the address first. */
  askTranscript: z.object({ chatId: Id, email: saidText(254) }),
  confirmTranscript: z.object({ chatId: Id, code: text(12) }),
  ping: z.object({}),
  send: z.object({
    key,
    text: saidText(messageLimit).default(''),
    attachmentId: Id.optional(),
    /** The greeting that the message answers */
    showId: Id.optional(),
    /** Id of the choice that was pressed, while the text is its title */
    payload: text(200).optional(),
    /** The form before the chat, of the message that begins it */
    form: FilledForm.optional(),
  }),
  typing: z.object({}),
  received: z.object({ chatId: Id, upTo: z.number().int().min(1) }),
  read: z.object({ chatId: Id, upTo: z.number().int().min(1) }),
  /** The page is visible, or was until now, and shows answers of the chat that are not read yet. */
  looking: z.object({ chatId: Id }),
  rate: z.object({ chatId: Id, stars: z.number().int().min(1).max(5), comment: saidText(500).default('') }),
} as const;
export type WidgetRequestType = keyof typeof widgetRequests;
export type WidgetRequestData<T extends WidgetRequestType> = z.input<(typeof widgetRequests)[T]>;

/** Reference that an answer to a refused request may name, whatever else its data holds. */
export const WidgetReference = z.object({ key: key.catch('') });

export const widgetEvents = {
  /** `visitorToken` is given once, when a new visitor said hello without one. */
  welcome: z.object({
    visitorToken: z.string(),
    config: WidgetConfig,
    thread: WidgetThread,
    /** The enterprise's server has said who the visitor is. @property name '' of nobody. @property ignored signed fields that the phone book does not take */
    visitor: z.object({ isKnown: z.boolean(), name: z.string(), ignored: z.array(z.string()) }).optional(),
  }),
  /** The signed statement was not taken: the page's developer is told why. `isOther`: it is about another person than this browser's visitor. */
  identityRefused: z.object({ code: z.string(), message: z.string(), isOther: z.boolean() }),
  /** The visitor has come on another device: say hello again, to hear of what is said there. */
  elsewhere: z.object({}),
  /** A rule speaks. */
  greeting: z.object({ showId: Id, text: z.string() }),
  addressKept: z.object({ email: z.string() }),
  /** Faults of the form by its fields; none: the visitor may write. @property message the fault in words, of a rule of the phone book */
  formChecked: z.object({ faults: z.record(z.string(), z.object({ fault: z.enum(formFaults), message: z.string() })) }),
  /** `asked`: a code is on its way; `sent`: the conversation is. */
  transcript: z.object({ chatId: Id, state: z.enum(['asked', 'sent']) }),
  pong: z.object({}),
  /** The message is stored: it has its number and will not be lost. */
  accepted: z.object({ key: z.string(), chatId: Id, entry: WidgetEntry }),
  refused: z.object({ key: z.string(), code: z.string(), message: z.string(), retryAfterSeconds: z.number().optional() }),
  entry: z.object({ chatId: Id, entry: WidgetEntry }),
  /** An entry as it stands now: other words, taken back, or with a reaction. */
  entryChanged: z.object({ chatId: Id, entry: WidgetEntry }),
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
