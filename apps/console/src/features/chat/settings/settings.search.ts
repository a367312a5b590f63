import { chatSettingSections, z } from '@parley/contract';

export const settingsTabs = [...chatSettingSections, 'labels'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

/** Search parameters of the settings of chats; defaults stay out of the address. */
export const SettingsSearch = z.object({
  /** The department whose settings are shown; '': the enterprise. */
  dept: z.string().default('').catch(''),
  section: z.enum(settingsTabs).default('routing').catch('routing'),
});
export type SettingsSearch = z.infer<typeof SettingsSearch>;
export const noSettingsSearch: SettingsSearch = { dept: '', section: 'routing' };
