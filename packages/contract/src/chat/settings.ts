import { fieldError } from '../faults.ts';
import { formBoolean, Id, text } from '../fields.ts';
import { z } from '../z.ts';
import { assistLimits } from './assist-kinds.ts';
import { silentEnds } from './clock-kinds.ts';

/** Groups of settings, in the order of the screen. */
export const chatSettingSections = [
  'routing',
  'limits',
  'weights',
  'hours',
  'messages',
  'rating',
  'closing',
  'clocks',
  'mail',
  'assist',
] as const;
export type ChatSettingSection = (typeof chatSettingSections)[number];

/**
 * A setting: its values, and the one that holds where nobody has set it.
 * @property holds 'new': a chat keeps what stood when it first waited for people; 'atOnce': the newest counts for all chats
 * @property perDepartment a department may have a value of its own
 */
export type ChatSetting<Schema extends z.ZodType = z.ZodType> = {
  schema: Schema;
  default: z.output<Schema>;
  section: ChatSettingSection;
  holds: 'new' | 'atOnce';
  perDepartment: boolean;
};

const setting = <Schema extends z.ZodType>(
  section: ChatSettingSection,
  holds: 'new' | 'atOnce',
  schema: Schema,
  value: z.output<Schema>,
  perDepartment = true,
): ChatSetting<Schema> => ({ schema, default: value, section, holds, perDepartment });

const seconds = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
/** Percent of a chat that one of this channel counts on an agent's desk: kept from when it begins to wait. */
const weight = (value: number) => setting('weights', 'new', whole(10, 400), value);
/** Seconds after which something happens; 0: it never does. */
const clock = () => setting('clocks', 'atOnce', seconds(0, 7 * 86_400), 0);
const message = (value: string) => setting('messages', 'new', text(500), value);

/** Fates of a chat that asks for people while its department is closed: a text and the end as missed, or a place in the queue. */
export const outsideHours = ['message', 'queue'] as const;

/**
 * Ways in which waiting chats reach agents: they pick them up, or each chat is given to the least busy agent, or to the next one in turn.
 */
export const routingModes = ['byHand', 'automatic', 'roundRobin'] as const;
/** A chat that was given out is on offer until its agent accepts it, or is theirs at once. */
export const acceptModes = ['offer', 'direct'] as const;

export const mailSignatureLimit = 2000;

/** Each setting has an effect; one whose effect is not built is not in the table. */
export const chatSettings = {
  routingMode: setting('routing', 'atOnce', z.enum(routingModes), 'byHand'),
  /** Agents may choose a chat from the list (NOTIF-010). */
  customChatSelection: setting('routing', 'atOnce', formBoolean, true),
  acceptMode: setting('routing', 'atOnce', z.enum(acceptModes), 'offer'),
  /** Agents may pick up chats that the program gives out. */
  pickupWhileRouted: setting('routing', 'atOnce', formBoolean, false),
  /** Days within which a customer comes back to the agent of their last chat; 0: no agent goes before others for that */
  sameAgentDays: setting('routing', 'atOnce', whole(0, 365), 7),
  /** Seconds for which a chat waits for that agent alone */
  sameAgentSeconds: setting('routing', 'atOnce', seconds(0, 3600), 0),
  /** Seconds for which a chat waits for an agent who speaks its customer's language; 0: the language counts nothing */
  languageSeconds: setting('routing', 'atOnce', seconds(0, 3600), 0),
  /** Seconds after which agents of the next fallback department get it too; 0: only while nobody of the department is online */
  overflowSeconds: setting('routing', 'atOnce', seconds(0, 86_400), 0),
  /** Chats a minute for an agent who has come Online, until they have as many as the others */
  rampPerMinute: setting('routing', 'atOnce', whole(1, 60), 4, false),
  /** Seconds for which an agent gets no new chat behind a closed one */
  wrapUpSeconds: setting('routing', 'atOnce', seconds(0, 3600), 0),
  /** Minutes before the closing from which chats are given out no more */
  stopBeforeClosingMinutes: setting('routing', 'atOnce', whole(0, 600), 0),
  maxOpenChats: setting('limits', 'atOnce', whole(1, 200), 5),
  /** Chats of one department that an agent may have at once; 0: as many as their own limit */
  departmentMaxChats: setting('limits', 'atOnce', whole(0, 200), 0),
  /** Seconds a chat waits in the queue before it is missed: noted when the wait begins. */
  missedAfterSeconds: setting('limits', 'new', seconds(5, 86_400), 600),
  /** Seconds within which a transfer, invitation or assignment is accepted. */
  acceptWithinSeconds: setting('limits', 'atOnce', seconds(5, 3600), 60),
  /** Owners of chats may look at numbers and addresses that are hidden from them, which the trail notes. */
  revealContact: setting('limits', 'atOnce', formBoolean, false),
  weightWeb: weight(100),
  weightWhatsapp: weight(100),
  weightRcs: weight(100),
  weightSms: weight(100),
  weightEmail: weight(25),
  weightTelegram: weight(100),
  weightMessenger: weight(100),
  weightInstagram: weight(100),
  /** Percent of a chat that an open video call counts on top */
  weightVideo: setting('weights', 'new', whole(0, 400), 100),
  outsideHours: setting('hours', 'new', z.enum(outsideHours), 'message'),
  ratingEnabled: setting('rating', 'new', formBoolean, true),
  welcomeMessage: message('Thank you. A colleague will be with you shortly.'),
  missedMessage: message('Sorry, nobody was free to answer. We have kept your message and will get back to you.'),
  outOfHoursMessage: message('We are closed at the moment. We open again on {{ hours.next ?? "another day" }}.'),
  closingMessage: message('Thank you for talking to us.'),
  idleMessage: message('Are you still there? Write to us if there is anything else.'),
  joinedMessage: message(''),
  transferredMessage: message(''),
  ratingMessage: message(''),
  welcomeMessageHi: message('धन्यवाद। हमारे एक सहयोगी जल्द ही आपसे बात करेंगे।'),
  missedMessageHi: message('क्षमा करें, उत्तर देने के लिए कोई उपलब्ध नहीं था। आपका संदेश हमारे पास है और हम आपसे संपर्क करेंगे।'),
  outOfHoursMessageHi: message('हम अभी बंद हैं। हम फिर {{ hours.next ?? "किसी और दिन" }} को खुलेंगे।'),
  closingMessageHi: message('हमसे बात करने के लिए धन्यवाद।'),
  idleMessageHi: message('क्या आप अभी भी यहाँ हैं? कुछ और पूछना हो तो लिखें।'),
  joinedMessageHi: message(''),
  transferredMessageHi: message(''),
  ratingMessageHi: message(''),
  ratingCommentEnabled: setting('rating', 'new', formBoolean, true),
  /** Hours after the end of a chat within which its customer may rate it */
  ratingWithinHours: setting('rating', 'new', z.coerce.number().int().min(1).max(720), 72),
  closeNeedsLabel: setting('closing', 'atOnce', formBoolean, false),
  closeNeedsNote: setting('closing', 'atOnce', formBoolean, false),
  /** Seconds of open time without an answer of the agent's, after which they are reminded, and the chat goes back to the queue; 0: never */
  agentRemindSeconds: clock(),
  agentRequeueSeconds: clock(),
  /** Seconds without a word of the customer's, after which they are asked, and the chat is suspended or closed; 0: never */
  customerRemindSeconds: clock(),
  customerEndSeconds: clock(),
  customerEndAct: setting('clocks', 'atOnce', z.enum(silentEnds), 'park'),
  /** Seconds for which a chat is suspended at most, whoever has suspended it until when; 0: no limit */
  suspendedMostSeconds: setting('clocks', 'atOnce', seconds(0, 365 * 86_400), 0),
  /** Stands below what agents write by mail; '': nothing does */
  mailSignature: setting('mail', 'atOnce', text(mailSignatureLimit), ''),
  /** Agents see drafts from the knowledge and the answers of bots above the field of the reply. */
  assistShown: setting('assist', 'atOnce', formBoolean, true),
  /** Configuration of the language model that writes and translates for agents; '': none */
  assistConfigId: setting('assist', 'atOnce', z.union([Id, z.literal('')]), ''),
  /** Terms that are never translated, one a line */
  assistTerms: setting('assist', 'atOnce', text(assistLimits.terms), ''),
} as const satisfies Record<string, ChatSetting>;

export type ChatSettingKey = keyof typeof chatSettings;
export const chatSettingKeys = Object.keys(chatSettings) as [ChatSettingKey, ...ChatSettingKey[]];

type Schemas = { [Key in ChatSettingKey]: (typeof chatSettings)[Key]['schema'] };
const each = <Part extends 'schema' | 'default'>(part: Part) =>
  Object.fromEntries(Object.entries(chatSettings).map(([key, { [part]: value }]) => [key, value]));

/** The settings in force, all of them. */
export const ChatConfig = z.object(each('schema') as Schemas).meta({ id: 'ChatConfig' });
export type ChatConfig = z.infer<typeof ChatConfig>;
export const defaultChatConfig = each('default') as ChatConfig;

const inOrder = [
  ['agentRemindSeconds', 'agentRequeueSeconds'],
  ['customerRemindSeconds', 'customerEndSeconds'],
] as const satisfies [ChatSettingKey, ChatSettingKey][];

/** Finds what is wrong with settings in force together, each of which is allowed: a reminder comes before what it reminds of. */
export const checkSettings = (chat: ChatConfig): { keys: readonly ChatSettingKey[]; fault: ReturnType<typeof fieldError> }[] =>
  inOrder.flatMap((keys) => {
    const [first, second] = keys;
    return chat[first] > 0 && chat[second] > 0 && chat[second] <= chat[first] ? [{ keys, fault: fieldError(second, 'clock.order') }] : [];
  });

/** Origin of the value in force. */
export const chatSettingSources = ['default', 'enterprise', 'department'] as const;
export const ChatSettingSources = z.record(z.enum(chatSettingKeys), z.enum(chatSettingSources)).meta({ id: 'ChatSettingSources' });
export type ChatSettingSources = z.infer<typeof ChatSettingSources>;

/** Languages in which customers are told something. */
export const chatMessageLanguages = ['en', 'hi'] as const;
export type ChatMessageLanguage = (typeof chatMessageLanguages)[number];

/** Texts that customers are told: an empty one is not sent. */
export const chatMessages = ['welcome', 'joined', 'transferred', 'closing', 'missed', 'outOfHours', 'rating', 'idle'] as const;
export type ChatMessageName = (typeof chatMessages)[number];

type ChatMessageKey = `${ChatMessageName}Message` | `${ChatMessageName}MessageHi`;
export const chatMessageKey = (name: ChatMessageName, language: ChatMessageLanguage): ChatMessageKey =>
  language === 'hi' ? `${name}MessageHi` : `${name}Message`;

/** Variables of these messages, as `{{ customer.name }}`, in the language of streams' expressions. */
export const chatMessageVariables = ['customer.name', 'agent.name', 'department.name', 'hours.next'] as const;
export type ChatMessageVariable = (typeof chatMessageVariables)[number];
/** Variables of the signature of mails. */
export const mailSignatureVariables = ['agent.name', 'department.name'] as const satisfies readonly ChatMessageVariable[];

/** The variables that a setting's text may have; undefined: it is no text with variables. */
export const settingVariables = (key: ChatSettingKey): readonly ChatMessageVariable[] | undefined => {
  const { section } = chatSettings[key];
  if (section === 'messages') return chatMessageVariables;
  return key === 'mailSignature' ? mailSignatureVariables : undefined;
};
