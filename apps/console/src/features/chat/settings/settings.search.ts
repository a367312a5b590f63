import { channelTypes, chatSettingSections, previewChannels, z } from '@parley/contract';

export const settingsTabs = [
  ...chatSettingSections,
  ...(['policies', 'statuses', 'skills', 'labels', 'fields', 'quickReplies', 'macros', 'rules'] as const),
] as const;
export type SettingsTab = (typeof settingsTabs)[number];

/** Search parameters of the settings of chats; defaults stay out of the address. */
export const assistDays = [7, 30, 90] as const;

export const SettingsSearch = z.object({
  /** The department whose settings are shown; '': the enterprise. */
  dept: z.string().default('').catch(''),
  section: z.enum(settingsTabs).default('routing').catch('routing'),
  /** Quick replies: what they are searched for, and the rows before the page. */
  search: z.string().max(120).default('').catch(''),
  from: z.coerce.number().int().min(0).max(10_000).default(0).catch(0),
  /** Suggestions: the days in which those that were taken over are counted, and the count whose replies are open. */
  days: z.coerce
    .number()
    .pipe(z.literal([...assistDays]))
    .default(30)
    .catch(30),
  use: z.string().max(200).default('').catch(''),
  /** The preview is open, of a channel, at a time on the enterprise's wall; '': now. */
  preview: z.boolean().default(false).catch(false),
  channel: z
    .literal([...previewChannels])
    .default(channelTypes.WEB)
    .catch(channelTypes.WEB),
  at: z.string().max(16).default('').catch(''),
});
export type SettingsSearch = z.infer<typeof SettingsSearch>;
export const noSettingsSearch: SettingsSearch = {
  ...{ dept: '', section: 'routing', search: '', from: 0, days: 30, use: '' },
  ...{ preview: false, channel: channelTypes.WEB, at: '' },
};
