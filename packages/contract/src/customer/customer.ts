import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formList, formNumber, Id, Page, requiredText, text, Version } from '../fields.ts';
import { letterFormat } from '../format/intl.ts';
import { z } from '../z.ts';
import { longestValue } from './attribute.ts';
import { Conditions, CustomerFilter, conditionsOf, GivenConditions, mostCounted } from './filter.ts';

/** Page length of the phone book (PHONE-064). */
export const phoneBookPage = 10;

/**
 * The fields that every customer has, with the words that headers and mappings use. Import, export and saved filters name them by `name`;
 * `aliases` are what other products' files call them.
 */
export const customerFields = [
  {
    name: 'phoneNumber',
    label: 'Phone Number',
    mandatory: true,
    aliases: [
      ...['phone', 'phone no', 'mobile', 'mobile number', 'mobile no', 'mobile phone', 'contact number', 'contact no', 'contact'],
      ...['cell', 'cell number', 'cell phone', 'telephone', 'telephone number', 'tel', 'tel no', 'number', 'msisdn', 'phone 1 - value'],
      ...['फ़ोन', 'फ़ोन नंबर', 'मोबाइल', 'मोबाइल नंबर'],
    ],
  },
  {
    name: 'name',
    label: 'Name',
    mandatory: true,
    aliases: ['full name', 'customer name', 'customer', 'contact name', 'नाम', 'first name', 'given name'],
  },
  {
    name: 'whatsAppNumber',
    label: 'WhatsApp Number',
    mandatory: false,
    aliases: ['whatsapp', 'whatsapp no', 'whatsapp phone', 'wa number', 'wa no'],
  },
  {
    name: 'emailId',
    label: 'Email',
    mandatory: false,
    aliases: ['email id', 'e-mail', 'mail', 'mail id', 'email address', 'ईमेल', 'e-mail 1 - value'],
  },
  { name: 'facebookId', label: 'Facebook Id', mandatory: false, aliases: ['facebook'] },
  { name: 'instaId', label: 'Instagram Id', mandatory: false, aliases: ['instagram', 'insta'] },
  { name: 'twitterId', label: 'Twitter Id', mandatory: false, aliases: ['twitter', 'x handle'] },
  { name: 'language', label: 'Language', mandatory: false, aliases: ['lang', 'locale'] },
  { name: 'timeZone', label: 'Time Zone', mandatory: false, aliases: ['timezone', 'tz'] },
] as const;
export type CustomerFieldName = (typeof customerFields)[number]['name'];

export const customerTexts = {
  required: faultTexts['field.required'],
  duplicate: faultTexts['customer.exists'],
  inBin: faultTexts['customer.in_bin'],
  numberInvalid: faultTexts['phone.invalid'],
  numberCountry: faultTexts['phone.no_country'],
  numberShortened: faultTexts['phone.shortened'],
  nameShort: 'Minimum length must be 2 characters.',
  nameLong: 'Maximum length must be 30 characters.',
} as const;

/** Names of people from chats and imports are bounded by the built-in attribute (ATTR-038). */
export const nameLimits = { min: 2, max: 30 } as const;
/** Longest name that people write by themselves, or that an import was told to keep; the form takes less. */
export const longestName = 500;

/** 'Alexandra Maximiliane' of a name of sixty characters: whole words up to the limit, or as much of the first one as fits. */
export function cutName(name: string): string {
  if (name.length <= nameLimits.max) return name;
  const start = name.slice(0, nameLimits.max + 1);
  const words = start.slice(0, start.lastIndexOf(' ')).trim();
  if (start.includes(' ') && words.length >= nameLimits.min) return words;
  let cut = '';
  for (const { segment } of letterFormat('en', {}).segment(name)) {
    if (cut.length + segment.length > nameLimits.max) break;
    cut += segment;
  }
  return cut;
}

const Named = z.object({ id: Id, name: z.string() });
export const CustomerValue = z.object({ id: Id, value: z.string() });

/** One line of the phone book: `details` is aligned with the headers of the answer, the first of them the name (PHONE-022, PHONE-023). */
export const CustomerRow = z
  .object({
    id: Id,
    name: z.string(),
    phoneNumber: z.string(),
    details: z.array(z.object({ value: z.string() })),
    groups: z.array(Named),
    tags: z.array(Named),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'CustomerRow' });
export type CustomerRow = z.infer<typeof CustomerRow>;

export const consentChannels = ['WHATSAPP', 'SMS', 'RCS', 'EMAIL', 'VOICE', 'WEB'] as const;
export type ConsentChannel = (typeof consentChannels)[number];
/** Statements of a customer on messages of a channel; without a record of it they were never asked. */
export const consentStates = ['granted', 'refused', 'never_asked'] as const;
export type ConsentState = (typeof consentStates)[number];
/** Columns of files for consent; filters name the same fields. */
export const consentFields = (
  [
    ['WHATSAPP', 'WhatsApp'],
    ['SMS', 'SMS'],
    ['RCS', 'RCS'],
    ['EMAIL', 'Email'],
    ['VOICE', 'Voice'],
    ['WEB', 'Web'],
  ] as const
).map(([channel, word]) => ({
  name: `consent_${channel}` as const,
  channel,
  label: `${word} Consent`,
  aliases: [`${word} opt in`, `${word} opted in`, `${word} permission`],
}));
export const consentWords = { granted: 'Granted', refused: 'Refused', never_asked: 'Never asked' } as const satisfies Record<
  ConsentState,
  string
>;

export const Consent = z.object({
  channel: z.enum(consentChannels),
  isGranted: z.boolean(),
  /** Origin of the statement: the console's user, an import, an API. */
  source: z.string(),
  changedAt: z.iso.datetime(),
});
export type Consent = z.infer<typeof Consent>;

export const Customer = z
  .object({
    id: Id,
    version: z.number(),
    name: z.string(),
    /** E.164, or empty for a visitor who gave none. */
    phoneNumber: z.string(),
    whatsAppNumber: z.string(),
    emailId: z.string(),
    facebookId: z.string(),
    instaId: z.string(),
    twitterId: z.string(),
    language: z.string(),
    timeZone: z.string(),
    data: z.array(CustomerValue),
    groups: z.array(Named),
    tags: z.array(Named),
    consents: z.array(Consent),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    updatedBy: z.string(),
  })
  .meta({ id: 'Customer' });
export type Customer = z.infer<typeof Customer>;

/** Everything is read as text, so that every fault is answered at once in `data.errors`; ids must be ids. */
const customerTextFields = {
  name: text(500),
  whatsAppNumber: text(60),
  emailId: text(254),
  facebookId: text(120),
  instaId: text(120),
  twitterId: text(120),
  language: text(35),
  timeZone: text(64),
};
type TextFields = typeof customerTextFields;
const eachField = <T extends z.ZodType>(change: (field: z.ZodString) => T) =>
  Object.fromEntries(Object.entries(customerTextFields).map(([name, field]) => [name, change(field)])) as Record<keyof TextFields, T>;

export const CustomerSave = z.object({
  // The form sends all of a customer.
  ...eachField((field) => field.default('')),
  /** None: a new customer. */
  id: z.union([Id, z.literal('')]).optional(),
  version: Version.optional(),
  /** Phone number; an existing customer keeps theirs, whatever is sent (PHONE-029). A customer who has none yet may be given one. */
  phoneNumber: text(60).default(''),
  /** ISO 3166 country of a number without country code; the enterprise's own when left out. */
  country: text(2).default(''),
  data: z
    .array(z.object({ id: Id, value: text(longestValue) }))
    .max(300)
    .default([]),
  /** Groups that the customer is in afterwards; left out: as before. */
  groups: formList(Id).optional(),
  tags: formList(Id).optional(),
});
export type CustomerSave = z.infer<typeof CustomerSave>;

export const CustomerUpsert = z.object({
  // Fields that an integration leaves out stay as they are.
  ...eachField((field) => field.optional()),
  phoneNumber: requiredText(60),
  country: text(2).default(''),
  /** Values by the attributes' field names. */
  data: z.record(text(60), text(longestValue)).default({}),
  /** Names of groups; a name that nobody has yet makes a new group or label. The customer is added, never removed. */
  groups: formList(requiredText(60)).default([]),
  tags: formList(requiredText(60)).default([]),
});
export type CustomerUpsert = z.infer<typeof CustomerUpsert>;

export const mostSelected = 1000;
/** Rows that were ticked, or all that a filter leaves. */
export const Selection = z.union([z.object({ customerIds: z.array(Id).min(1).max(mostSelected) }), z.object({ filter: CustomerFilter })]);
export type Selection = z.infer<typeof Selection>;

export const CustomerSet = z.object({ id: Id, name: z.string(), count: z.number(), version: z.number() }).meta({ id: 'CustomerSet' });
export type CustomerSet = z.infer<typeof CustomerSet>;

export const bulkActions = ['group', 'label', 'delete', 'export'] as const;
export const BulkJob = z
  .object({
    id: Id,
    action: z.enum(bulkActions),
    state: z.enum(['waiting', 'running', 'completed', 'cancelled', 'failed']),
    /** Customers that were meant when it was asked for; filled in as soon as they are counted. */
    total: z.number().nullable(),
    /** Customers that were gone through. */
    done: z.number(),
    /** Customers that it changed or wrote; the others were there already, or gone. */
    changed: z.number(),
    reason: z.string(),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    /** Stored file of a finished export. */
    file: z.object({ id: Id, name: z.string(), size: z.number() }).nullable(),
  })
  .meta({ id: 'BulkJob' });
export type BulkJob = z.infer<typeof BulkJob>;

export const SavedFilter = z
  .object({ id: Id, name: z.string(), conditions: Conditions, createdBy: z.string(), version: z.number() })
  .meta({ id: 'SavedFilter' });
export type SavedFilter = z.infer<typeof SavedFilter>;

export const TimelineEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(['created', 'imported', 'replaced', 'changed', 'consent', 'grouped', 'merged', 'deleted', 'restored', 'chat']),
  /** Actor; empty for the customer and for the product itself. */
  by: z.string(),
  text: z.string(),
  /** Fields that changed; a value is empty where there was none. */
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  /** The chat or the import that it is about. */
  link: z.object({ kind: z.enum(['chat', 'import', 'movedChat']), id: Id }).nullable(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/**
 * Kinds of message to a customer: templates of two purposes, and free text, which some channels take for a while after the customer has
 * written.
 */
export const reachKinds = ['marketing', 'utility', 'text'] as const;
export type ReachKind = (typeof reachKinds)[number];
/** Reasons of the send gate (screens 0.2), as far as they can be told before there is a message. */
export const reachReasons = [
  'OK',
  'INVALID_NUMBER',
  'BLOCKED',
  'OPTED_OUT',
  'CHANNEL_DOWN',
  'WINDOW_CLOSED',
  'CHAT_CLOSED',
  'CAPPED',
  'QUIET_HOURS',
] as const;
export type ReachReason = (typeof reachReasons)[number];
export const ReachAnswer = z.object({
  kind: z.enum(reachKinds),
  canMessage: z.boolean(),
  reason: z.enum(reachReasons),
  /** Free text may be sent until then; null: nothing ends. */
  until: z.iso.datetime().nullable(),
  /** End of quiet hours: a message waits until then. */
  from: z.iso.datetime().nullable(),
});
export type ReachAnswer = z.infer<typeof ReachAnswer>;
export const Reach = z.object({
  channelId: Id,
  channelName: z.string(),
  channelType: z.number(),
  /** One for each kind that the channel has. */
  answers: z.array(ReachAnswer),
});
export type Reach = z.infer<typeof Reach>;

const tag = 'Phone book';
const base = '/chatbird/api/customer_master';
const access = screens.customers.permissions;
const CustomerParams = z.object({ customerId: Id });
const DoubledCustomer = z.object({ id: Id, name: z.string(), phoneNumber: z.string() });
const OneCustomer = z.object({ customer: Customer });
const NamedConditions = GivenConditions.refine((conditions) => conditionsOf(conditions).length > 0, customerTexts.required);
const SetSave = z.object({ id: z.union([Id, z.literal('')]).optional(), name: requiredText(60), version: Version.optional() });
const SetSearch = z.object({ search: text(120).default('') });
const SetParams = z.object({ setId: Id });

export const phoneBookEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: `${base}/customers`,
    summary: 'A page of the phone book, newest first; attribute columns are named by `headers`',
    tag,
    access,
    keyScopes: ['customers'],
    query: Page.extend({ perPage: formNumber(-1, 200).default(phoneBookPage) }).extend(CustomerFilter.shape),
    answer: z.object({
      customers: z.object({ customers: z.array(CustomerRow), headers: z.array(z.string()), hasMore: z.boolean() }),
    }),
  }),
  save: defineEndpoint({
    method: 'POST',
    path: `${base}/customers`,
    summary: 'Create a customer, or with id change one; every fault is in data.errors',
    audit: leaves('customer', 'edit'),
    tag,
    access,
    keyScopes: ['customers'],
    body: CustomerSave,
    answer: OneCustomer,
  }),
  upsert: defineEndpoint({
    method: 'PUT',
    path: `${base}/customers/upsert`,
    summary: 'For integrations: create the customer of a phone number, or change what is sent of an existing one',
    audit: leaves('customer', 'edit'),
    tag,
    access,
    keyScopes: ['customers'],
    body: CustomerUpsert,
    answer: OneCustomer.extend({ isNew: z.boolean() }),
  }),
  lookup: defineEndpoint({
    method: 'GET',
    path: `${base}/customers/lookup`,
    summary: 'Who has a phone number, for the check while typing',
    tag,
    access,
    keyScopes: ['customers'],
    perMinute: 120,
    query: z.object({ phoneNumber: text(60), country: text(2).default('') }),
    answer: z.object({
      /** E.164; empty when it is none, and then `message` says why. */
      phoneNumber: z.string(),
      message: z.string(),
      customer: z.object({ id: Id, name: z.string(), isInBin: z.boolean() }).nullable(),
    }),
  }),
  doubles: defineEndpoint({
    method: 'GET',
    path: `${base}/customers/doubles`,
    summary: 'Pairs of customers whose numbers are two spellings of one, to be merged',
    tag,
    access,
    query: Page,
    answer: z.object({ doubles: z.array(z.object({ keep: DoubledCustomer, other: DoubledCustomer })), more: z.boolean() }),
  }),
  mergeDouble: defineEndpoint({
    method: 'POST',
    path: `${base}/customers/doubles/merge`,
    summary: 'Make one customer of such a pair: the kept one has its own values, and where it has none those of the other',
    audit: leaves('customer', 'merge'),
    tag,
    access,
    body: z.object({ keepId: Id, mergeId: Id }),
    answer: OneCustomer,
  }),
  merge: defineEndpoint({
    method: 'POST',
    path: `${base}/customers/merge`,
    summary: 'Make one customer of two: chats, groups, labels and history join, the values are the chosen ones',
    audit: leaves('customer', 'merge'),
    tag,
    access,
    body: z.object({
      keepId: Id,
      mergeId: Id,
      version: Version,
      values: CustomerSave.omit({ id: true, version: true }),
    }),
    answer: OneCustomer,
  }),
  count: defineEndpoint({
    method: 'POST',
    path: `${base}/customers/count`,
    summary: 'How many customers a selection holds: all of them to confirm before acting, or up to a bound',
    audit: leavesNothing('it reads'),
    tag,
    access,
    perMinute: 60,
    body: z.object({
      selection: Selection,
      /** Counting stops here, and so costs no more for a large phone book; left out: all are counted. */
      upTo: z.coerce.number().int().min(1).max(mostCounted).optional(),
    }),
    answer: z.object({
      count: z.number(),
      /** There are more than `count`. */
      isMore: z.boolean(),
    }),
  }),
  addToGroups: defineEndpoint({
    method: 'POST',
    path: `${base}/customers/groups`,
    summary: 'Add customers to groups; their other groups stay (PHONE-063)',
    /** One entry for each group, with how many are in it: not one for each customer. */
    audit: leaves('group', 'edit'),
    tag,
    access,
    keyScopes: ['customers'],
    body: z.object({
      groupIds: formList(Id).refine((ids) => ids.length > 0, customerTexts.required),
      customerIds: formList(Id).refine((ids) => ids.length > 0 && ids.length <= mostSelected, customerTexts.required),
    }),
    answer: z.object({ addedCount: z.number() }),
  }),
  addLabels: defineEndpoint({
    method: 'POST',
    path: `${base}/customers/tags`,
    summary: 'Attach labels to customers; their other labels stay',
    audit: leaves('label', 'edit'),
    tag,
    access,
    keyScopes: ['customers'],
    body: z.object({
      tagIds: formList(Id).refine((ids) => ids.length > 0, customerTexts.required),
      customerIds: formList(Id).refine((ids) => ids.length > 0 && ids.length <= mostSelected, customerTexts.required),
    }),
    answer: z.object({ addedCount: z.number() }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/customers/:customerId`,
    summary: 'One customer',
    tag,
    access,
    keyScopes: ['customers'],
    params: CustomerParams,
    answer: OneCustomer,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/customers/:customerId`,
    summary: 'Move a customer into the bin for 30 days',
    audit: leaves('customer', 'delete'),
    tag,
    access,
    keyScopes: ['customers'],
    params: CustomerParams,
    answer: z.null(),
  }),
  restore: defineEndpoint({
    method: 'POST',
    path: `${base}/customers/:customerId/restore`,
    summary: 'Bring a customer back from the bin, with groups and labels',
    audit: leaves('customer', 'restore'),
    tag,
    access,
    params: CustomerParams,
    answer: OneCustomer,
  }),
  timeline: defineEndpoint({
    method: 'GET',
    path: `${base}/customers/:customerId/timeline`,
    summary: 'What happened with a customer, newest first',
    tag,
    access,
    keyScopes: ['customers'],
    params: CustomerParams,
    query: Page.extend({ perPage: formNumber(1, 100).default(25) }),
    answer: z.object({ entries: z.array(TimelineEntry), more: z.boolean() }),
  }),
  reach: defineEndpoint({
    method: 'GET',
    path: `${base}/customers/:customerId/reach`,
    summary: 'Can I message this person now? By channel and kind of message, with the reason',
    tag,
    access,
    keyScopes: ['customers'],
    params: CustomerParams,
    answer: z.object({ channels: z.array(Reach) }),
  }),
  setConsent: defineEndpoint({
    method: 'PUT',
    path: `${base}/customers/:customerId/consent`,
    summary: 'Record that a customer agrees to messages of a channel, refuses them, or was never asked',
    audit: leaves('customer', 'edit'),
    tag,
    access,
    keyScopes: ['customers'],
    params: CustomerParams,
    body: z.object({ channel: z.enum(consentChannels), state: z.enum(consentStates), source: text(120).default('') }),
    answer: z.object({ consents: z.array(Consent) }),
  }),

  listGroups: defineEndpoint({
    method: 'GET',
    path: `${base}/groups`,
    summary: 'Groups by name, with how many customers are in them',
    tag,
    access,
    keyScopes: ['customers'],
    query: SetSearch,
    answer: z.object({ groups: z.array(CustomerSet) }),
  }),
  saveGroup: defineEndpoint({
    method: 'POST',
    path: `${base}/groups`,
    summary: 'Create a group, or with id rename one',
    audit: leaves('group', 'edit'),
    tag,
    access,
    keyScopes: ['customers'],
    body: SetSave,
    answer: z.object({ group: CustomerSet }),
  }),
  removeGroup: defineEndpoint({
    method: 'DELETE',
    path: `${base}/groups/:setId`,
    summary: 'Delete a group; its customers stay',
    audit: leaves('group', 'delete'),
    tag,
    access,
    params: SetParams,
    answer: z.null(),
  }),
  listLabels: defineEndpoint({
    method: 'GET',
    path: `${base}/tags`,
    summary: 'Labels by name, with how many customers have them; campaigns read them too (PHONE-061)',
    tag,
    access,
    keyScopes: ['customers'],
    query: SetSearch,
    answer: z.object({ tags: z.array(CustomerSet) }),
  }),
  saveLabel: defineEndpoint({
    method: 'POST',
    path: `${base}/tags`,
    summary: 'Create a label, or with id rename one',
    audit: leaves('label', 'edit'),
    tag,
    access,
    keyScopes: ['customers'],
    body: SetSave,
    answer: z.object({ tag: CustomerSet }),
  }),
  removeLabel: defineEndpoint({
    method: 'DELETE',
    path: `${base}/tags/:setId`,
    summary: 'Delete a label; its customers stay',
    audit: leaves('label', 'delete'),
    tag,
    access,
    params: SetParams,
    answer: z.null(),
  }),

  listFilters: defineEndpoint({
    method: 'GET',
    path: `${base}/filters`,
    summary: 'Saved filters by name',
    tag,
    access,
    answer: z.object({ filters: z.array(SavedFilter) }),
  }),
  saveFilter: defineEndpoint({
    method: 'POST',
    path: `${base}/filters`,
    summary: 'Save conditions under a name, or with id change them',
    audit: leaves('filter', 'edit'),
    tag,
    access,
    body: z.object({
      id: z.union([Id, z.literal('')]).optional(),
      name: requiredText(60),
      conditions: NamedConditions,
      version: Version.optional(),
    }),
    answer: z.object({ filter: SavedFilter }),
  }),
  removeFilter: defineEndpoint({
    method: 'DELETE',
    path: `${base}/filters/:filterId`,
    summary: 'Delete a saved filter',
    audit: leaves('filter', 'delete'),
    tag,
    access,
    params: z.object({ filterId: Id }),
    answer: z.null(),
  }),

  startBulk: defineEndpoint({
    method: 'POST',
    path: `${base}/bulk`,
    summary: 'Group, label, delete or export a selection as a job with progress',
    audit: leaves('bulk_job', 'create'),
    tag,
    access,
    perMinute: 30,
    body: z.object({
      action: z.enum(bulkActions),
      selection: Selection,
      /** Groups for 'group', labels for 'label'. */
      setIds: formList(Id).default([]),
      /** The same key again answers the job that it made. */
      key: text(64).default(''),
    }),
    answer: z.object({ bulkJob: BulkJob }),
  }),
  listBulk: defineEndpoint({
    method: 'GET',
    path: `${base}/bulk`,
    summary: 'The latest bulk jobs, newest first',
    tag,
    access,
    answer: z.object({ bulkJobs: z.array(BulkJob) }),
  }),
  getBulk: defineEndpoint({
    method: 'GET',
    path: `${base}/bulk/:bulkId`,
    summary: 'A bulk job and how far it is',
    tag,
    access,
    params: z.object({ bulkId: Id }),
    answer: z.object({ bulkJob: BulkJob }),
  }),
  cancelBulk: defineEndpoint({
    method: 'POST',
    path: `${base}/bulk/:bulkId/cancel`,
    summary: 'Stop a bulk job; what it has done stays done',
    audit: leaves('bulk_job', 'cancel'),
    tag,
    access,
    params: z.object({ bulkId: Id }),
    answer: z.object({ bulkJob: BulkJob }),
  }),
};
