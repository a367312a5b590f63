import {
  ChatConfig,
  type ChatSettingKey,
  type ChatSettingSection,
  type ChatSettingSources,
  chatSettingKeys,
  chatSettings,
  checkSettings,
} from '@parley/contract';
import { sayFault } from '../../../lib/errors.ts';
import { faultsBySchema } from '../../../lib/schema-faults.ts';

export type SettingValue = string | number | boolean;
/** Own values of a scope in one section; null: inherited. */
export type SettingsDraft = Partial<Record<ChatSettingKey, SettingValue | null>>;
export type ScopedSettings = { chat: ChatConfig; sources: ChatSettingSources; version: number };

/** The settings of a section that a scope may have. */
export const keysOf = (section: ChatSettingSection, deptId: string): ChatSettingKey[] =>
  chatSettingKeys.filter((key) => chatSettings[key].section === section && (deptId === '' || chatSettings[key].perDepartment));

/** A scope's own values. @param deptId '': the enterprise, which inherits the defaults */
export function toDraft({ chat, sources }: ScopedSettings, section: ChatSettingSection, deptId: string): SettingsDraft {
  const own = deptId === '' ? 'enterprise' : 'department';
  return Object.fromEntries(keysOf(section, deptId).map((key) => [key, sources[key] === own ? chat[key] : null]));
}

const entriesOf = (draft: SettingsDraft) => Object.entries(draft) as [ChatSettingKey, SettingValue | null][];

/** Own values to save, and the keys that are inherited from then on. */
export function toSave(draft: SettingsDraft): { chat: Partial<ChatConfig>; reset: ChatSettingKey[] } {
  const own = entriesOf(draft).filter(([, value]) => value !== null);
  return {
    chat: Object.fromEntries(own) as Partial<ChatConfig>,
    reset: entriesOf(draft).flatMap(([key, value]) => (value === null ? [key] : [])),
  };
}

/** Faults of the own values, by key, in the reader's language, and, where they have none, of what is in force with them. */
export function checkDraft(draft: SettingsDraft, inherited: ChatConfig): Record<string, string> {
  const { chat } = toSave(draft);
  const faults = faultsBySchema(ChatConfig.partial(), chat);
  if (Object.keys(faults).length > 0) return faults;
  const together = checkSettings({ ...inherited, ...ChatConfig.partial().parse(chat) });
  return Object.fromEntries(
    together.flatMap(({ keys, fault: { field, ...fault } }) => (keys.some((key) => key in draft) ? [[field, sayFault(fault)]] : [])),
  );
}

/** Least and most of a number, as its schema has them. */
export function boundsOf(key: ChatSettingKey): { min: number; max: number } {
  const { minValue, maxValue } = chatSettings[key].schema as unknown as { minValue: number; maxValue: number };
  return { min: minValue, max: maxValue };
}
