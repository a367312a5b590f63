import { formBoolean, text } from '../fields.ts';
import { z } from '../z.ts';

/** Groups of settings, in the order of the screen. */
export const chatSettingSections = ['routing', 'limits', 'hours', 'messages', 'rating', 'closing'] as const;
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
): ChatSetting<Schema> => ({ schema, default: value, section, holds, perDepartment: true });

const seconds = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const message = (value: string) => setting('messages', 'new', text(500), value);

/** Fates of a chat that asks for people while its department is closed: a text and the end as missed, or a place in the queue. */
export const outsideHours = ['message', 'queue'] as const;

/** Each setting has an effect; one whose effect is not built is not in the table. */
export const chatSettings = {
  /** Agents may choose a chat from the list (NOTIF-010). */
  customChatSelection: setting('routing', 'atOnce', formBoolean, true),
  maxOpenChats: setting('limits', 'atOnce', z.coerce.number().int().min(1).max(200), 5),
  /** Seconds a chat waits in the queue before it is missed: noted when the wait begins. */
  missedAfterSeconds: setting('limits', 'new', seconds(5, 86_400), 600),
  /** Seconds within which a transfer, invitation or assignment is accepted. */
  acceptWithinSeconds: setting('limits', 'atOnce', seconds(5, 3600), 60),
  outsideHours: setting('hours', 'new', z.enum(outsideHours), 'message'),
  ratingEnabled: setting('rating', 'new', formBoolean, true),
  welcomeMessage: message('Thank you. A colleague will be with you shortly.'),
  missedMessage: message('Sorry, nobody was free to answer. We have kept your message and will get back to you.'),
  outOfHoursMessage: message('We are closed at the moment. We open again on {{ hours.next ?? "another day" }}.'),
  closingMessage: message('Thank you for talking to us.'),
  joinedMessage: message(''),
  transferredMessage: message(''),
  ratingMessage: message(''),
  welcomeMessageHi: message('धन्यवाद। हमारे एक सहयोगी जल्द ही आपसे बात करेंगे।'),
  missedMessageHi: message('क्षमा करें, उत्तर देने के लिए कोई उपलब्ध नहीं था। आपका संदेश हमारे पास है और हम आपसे संपर्क करेंगे।'),
  outOfHoursMessageHi: message('हम अभी बंद हैं। हम फिर {{ hours.next ?? "किसी और दिन" }} को खुलेंगे।'),
  closingMessageHi: message('हमसे बात करने के लिए धन्यवाद।'),
  joinedMessageHi: message(''),
  transferredMessageHi: message(''),
  ratingMessageHi: message(''),
  ratingCommentEnabled: setting('rating', 'new', formBoolean, true),
  /** Hours after the end of a chat within which its customer may rate it */
  ratingWithinHours: setting('rating', 'new', z.coerce.number().int().min(1).max(720), 72),
  closeNeedsLabel: setting('closing', 'atOnce', formBoolean, false),
  closeNeedsNote: setting('closing', 'atOnce', formBoolean, false),
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

/** Origin of the value in force. */
export const chatSettingSources = ['default', 'enterprise', 'department'] as const;
export const ChatSettingSources = z.record(z.enum(chatSettingKeys), z.enum(chatSettingSources)).meta({ id: 'ChatSettingSources' });
export type ChatSettingSources = z.infer<typeof ChatSettingSources>;

/** Languages in which customers are told something. */
export const chatMessageLanguages = ['en', 'hi'] as const;
export type ChatMessageLanguage = (typeof chatMessageLanguages)[number];

/** Texts that customers are told: an empty one is not sent. */
export const chatMessages = ['welcome', 'joined', 'transferred', 'closing', 'missed', 'outOfHours', 'rating'] as const;
export type ChatMessageName = (typeof chatMessages)[number];

type ChatMessageKey = `${ChatMessageName}Message` | `${ChatMessageName}MessageHi`;
export const chatMessageKey = (name: ChatMessageName, language: ChatMessageLanguage): ChatMessageKey =>
  language === 'hi' ? `${name}MessageHi` : `${name}Message`;

/** Variables of these messages, as `{{ customer.name }}`, in the language of streams' expressions. */
export const chatMessageVariables = ['customer.name', 'agent.name', 'department.name', 'hours.next'] as const;
export type ChatMessageVariable = (typeof chatMessageVariables)[number];
