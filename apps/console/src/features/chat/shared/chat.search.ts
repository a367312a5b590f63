import { inboxSorts, noDepartment, raisedPriority, serverTabs, waitingKinds, z } from '@parley/contract';

/** Search parameters of the conversation screen: the open chat, the tab and the filters. Unreadable values fall back to their defaults. */
export const ChatSearch = z.object({
  chatId: z.uuid().optional().catch(undefined),
  /** The number of the message that the chat is opened at */
  message: z.coerce.number().int().positive().optional().catch(undefined),
  /** Another chat of the same customer that stands beside it. */
  beside: z.uuid().optional().catch(undefined),
  tab: z
    .enum(['active', 'suspended', 'mentions', ...serverTabs])
    .default('active')
    .catch('active'),
  /** The saved view that was chosen; the filters stand beside it, and may be others by now. */
  view: z.uuid().optional().catch(undefined),
  sort: z.enum(inboxSorts).default('newest').catch('newest'),
  text: z.coerce.string().max(120).default('').catch(''),
  channel: z.coerce.number().int().optional().catch(undefined),
  label: z.coerce.string().max(80).default('').catch(''),
  department: z
    .union([z.uuid(), z.literal(['', noDepartment])])
    .default('')
    .catch(''),
  priority: z.coerce.number().int().min(raisedPriority).max(9).optional().catch(undefined),
  unread: z.boolean().default(false).catch(false),
  waiting: z.boolean().default(false).catch(false),
  /** The list of chats to pick up that is open over the screen. */
  choose: z.enum(waitingKinds).optional().catch(undefined),
});
export type ChatSearch = z.infer<typeof ChatSearch>;

/** Defaults stay out of the address. */
export const noChatSearch = { tab: 'active', sort: 'newest', text: '', label: '', department: '', unread: false, waiting: false } as const;

/** Every filter of the list taken off. */
export const noFilters = { channel: undefined, label: '', department: '', priority: undefined, unread: false, waiting: false } as const;

/** Tells whether a filter leaves chats out. */
export const isNarrowed = (search: ChatSearch): boolean =>
  (Object.keys(noFilters) as (keyof typeof noFilters)[]).some((filter) => search[filter] !== noFilters[filter]);
