import { leaves } from '../account/audit-marks.ts';
import { ClockTime } from '../clock-time.ts';
import { defineEndpoint } from '../endpoint.ts';
import { FaultWords, faultTexts } from '../faults.ts';
import { formBoolean, formList, formNumber, Id, Page, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { blacklistKinds, blacklistSources } from './blacklist-marks.ts';

/** Characters that nobody sees: joiners, directions, variation selectors, fillers. */
const hidden = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Returns the words of a message, without case, punctuation and spaces that mean nothing: 'Stop!' says 'stop', 'बंद करो।' says 'बंद करो'.
 */
export const saidWords = (text: string): string =>
  text
    .replace(hidden, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/**
 * Sending rules of an enterprise (screens 3.7): words that stop and lift marketing, its quiet hours, and how often a customer gets any. All
 * defaults are here, so an enterprise that has saved nothing reads what its form shows.
 */
export const SendingSettings = z
  .object({
    /** A whole message that says this and nothing else but polite words, compared by `saidWords`; clear phrases count besides. */
    optOutWords: z
      .array(z.string())
      .default([
        ...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'UNSUB', 'REVOKE', 'OPT OUT', 'OPTOUT', 'QUIT'],
        ...['बंद करो', 'बंद करें', 'बन्द करो', 'बन्द करें', 'रोकें', 'रोको', 'band karo', 'band karen', 'band kare'],
      ]),
    optOutConfirmation: text(500).default('You will not receive marketing messages from us any more. Reply START to receive them again.'),
    optInWords: z.array(z.string()).default(['START', 'SUBSCRIBE', 'शुरू करो', 'शुरू करें', 'shuru karo', 'shuru karen']),
    optInConfirmation: text(500).default('You will receive marketing messages from us again.'),
    /** Hours in the enterprise's time zone; `to` may be on the next day. Marketing is delayed until they end, not dropped. */
    quietHours: z.object({ isOn: z.boolean(), from: ClockTime, to: ClockTime }).default({ isOn: false, from: '21:00', to: '09:00' }),
    /** Marketing messages that one customer may get in so many days. */
    frequencyCap: z.object({ isOn: z.boolean(), count: z.number(), days: z.number() }).default({ isOn: false, count: 3, days: 7 }),
    /** Messages of campaigns and broadcasts that one person may get on one day before makers and checkers are warned; nothing is held back. */
    dayPressure: z.number().default(1),
    /** So late may leave by itself what was planned for a time; later than that people are asked first. */
    latestMinutes: z.number().default(120),
  })
  .meta({ id: 'SendingSettings' });
export type SendingSettings = z.infer<typeof SendingSettings>;
export const defaultSendingSettings: SendingSettings = SendingSettings.parse({});

const Words = formList(
  text(40)
    .trim()
    .refine((word) => saidWords(word) !== '', faultTexts['words.empty']),
)
  .refine((words) => words.length <= 20, faultTexts['words.too_many'])
  .refine((words) => new Set(words.map(saidWords)).size === words.length, faultTexts['words.repeated']);

/** Settings as they are sent: apart from the answered form, since a list that forms may send cannot be written back. */
export const SendingSettingsInput = SendingSettings.extend({
  optOutWords: Words,
  optInWords: Words,
  quietHours: z
    .object({ isOn: formBoolean, from: ClockTime, to: ClockTime })
    .refine(({ isOn, from, to }) => !isOn || from !== to, { message: faultTexts['quiet_hours.empty'], path: ['to'] }),
  frequencyCap: z.object({ isOn: formBoolean, count: formNumber(1, 1000), days: formNumber(1, 90) }),
  dayPressure: formNumber(1, 100).default(1),
  latestMinutes: formNumber(5, 1440).default(120),
}).refine(
  ({ optOutWords, optInWords }) => {
    const stopping = new Set(optOutWords.map(saidWords));
    return optInWords.every((word) => !stopping.has(saidWords(word)));
  },
  { message: faultTexts['words.both'], path: ['optInWords'] },
);

const SettingsAnswer = z.object({ settings: SendingSettings, version: z.number() });

export const BlacklistEntry = z
  .object({
    id: Id,
    /** The customer of this number, when the phone book has one. */
    name: z.string(),
    numbers: z.array(z.string()),
    kind: z.enum(blacklistKinds),
    reason: z.string(),
    source: z.enum(blacklistSources),
    /** '': every channel */
    channelId: z.string(),
    channelName: z.string(),
    channelType: z.string(),
    createdBy: z.string(),
    createdOn: z.iso.datetime(),
    version: z.number(),
  })
  .meta({ id: 'BlacklistEntry' });
export type BlacklistEntry = z.infer<typeof BlacklistEntry>;

const Kind = z.enum(blacklistKinds, 'A number is blocked, or opted out of marketing.');
const ChannelChoice = z.union([Id, z.literal('')]).default('');
const EntryParams = z.object({ entryId: Id });
export const blacklistReasonMax = 300;
/** Most numbers of one import. */
export const blacklistImportLimit = 20_000;

/** Results for the numbers that were given; none is dropped in silence. */
const Added = z.object({
  added: z.number(),
  existing: z.number(),
  /** @property reason the fault's English words */
  invalid: z.array(FaultWords.omit({ message: true }).extend({ line: z.number(), value: z.string(), reason: z.string() })),
});
export type BlacklistAdded = z.infer<typeof Added>;

const tag = 'Blacklist';
const access = ['BLACKLIST'] as const;
export const blacklistEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/chatbird/api/blacklist/list',
    summary: 'Numbers that get nothing, or no marketing',
    tag,
    access,
    query: Page.extend({
      search: text(120).default(''),
      kind: z.union([Kind, z.literal('')]).default(''),
      source: z.union([z.enum(blacklistSources), z.literal('')]).default(''),
      channelId: ChannelChoice,
    }),
    // Includes the channels to choose from, which not everybody may list.
    answer: z.object({ blacklist: z.array(BlacklistEntry), more: z.boolean(), channels: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/chatbird/api/blacklist/create',
    summary: 'Add numbers',
    audit: leaves('blacklist', 'create'),
    tag,
    access: ['ENTERPRISE.EDIT', 'CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT'],
    behind: 'BLACKLIST',
    body: z.object({
      numbers: formList(text(254)).refine((list) => list.length >= 1 && list.length <= 100, faultTexts['blacklist.count']),
      kind: Kind.default('blocked'),
      reason: requiredText(blacklistReasonMax),
      source: z.enum(['manual', 'customer', 'complaint']).default('manual'),
      channelId: ChannelChoice,
    }),
    answer: Added.extend({ blacklist: z.array(BlacklistEntry) }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/chatbird/api/blacklist/get/:entryId',
    summary: 'One entry',
    tag,
    access,
    params: EntryParams,
    answer: z.object({ blacklist: BlacklistEntry }),
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: '/chatbird/api/blacklist/update/:entryId',
    summary: 'Change kind, reason, source or channel of an entry',
    audit: leaves('blacklist', 'edit'),
    tag,
    access: ['ENTERPRISE.EDIT', 'CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT'],
    behind: 'BLACKLIST',
    params: EntryParams,
    body: z.object({
      kind: Kind,
      reason: requiredText(blacklistReasonMax),
      source: z.enum(blacklistSources),
      channelId: ChannelChoice,
      version: Version.optional(),
    }),
    answer: z.object({ blacklist: BlacklistEntry }),
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/chatbird/api/blacklist/delete/:entryId',
    summary: 'Take a number off the blacklist; the reason is kept',
    audit: leaves('blacklist', 'delete'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    behind: 'BLACKLIST',
    params: EntryParams,
    query: z.object({ reason: requiredText(blacklistReasonMax) }),
    answer: z.null(),
  }),
  /** `text`: one number a line; of several columns the first. */
  importNumbers: defineEndpoint({
    method: 'POST',
    path: '/chatbird/api/blacklist/import',
    summary: 'Add the numbers of a list',
    audit: leaves('blacklist', 'import'),
    tag,
    access: ['ENTERPRISE.EDIT', 'CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT'],
    behind: 'BLACKLIST',
    body: z.object({
      text: requiredText(600_000),
      kind: Kind.default('blocked'),
      reason: requiredText(blacklistReasonMax),
      channelId: ChannelChoice,
    }),
    answer: Added,
  }),
  getSettings: defineEndpoint({
    method: 'GET',
    path: '/chatbird/api/blacklist/settings',
    summary: 'Words that stop marketing, quiet hours, how often',
    tag,
    access,
    answer: SettingsAnswer,
  }),
  saveSettings: defineEndpoint({
    method: 'PUT',
    path: '/chatbird/api/blacklist/settings',
    summary: 'Change how the enterprise sends',
    audit: leaves('sending_settings', 'edit'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    behind: 'BLACKLIST',
    body: z.object({ settings: SendingSettingsInput, version: Version }),
    answer: SettingsAnswer,
  }),
};
