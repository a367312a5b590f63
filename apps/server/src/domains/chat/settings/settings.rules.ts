import {
  type ChatConfig,
  type ChatMessageLanguage,
  type ChatSettingKey,
  type ChatSettingSources,
  channelTypes,
  chatSettingKeys,
  chatSettings,
  defaultChatConfig,
} from '@parley/contract';
import type { OwnSettings, Scopes } from './settings.repository.ts';

/** Pure decisions about settings: which value is in force, and from where. */

/** The values of a scope that the table of settings knows; for a department those that it may have. */
export const ownValues = (own: OwnSettings | undefined, isDepartment: boolean): OwnSettings =>
  Object.fromEntries(
    Object.entries(own ?? {}).filter(([key]) => {
      const known = Object.hasOwn(chatSettings, key) ? chatSettings[key as keyof typeof chatSettings] : undefined;
      return known !== undefined && (known.perDepartment || !isDepartment);
    }),
  );

/** A department's own value goes before the enterprise's, and that before the default. */
export function resolve({ enterprise, department }: Scopes): { chat: ChatConfig; sources: ChatSettingSources } {
  const [whole, part] = [ownValues(enterprise?.own, false), ownValues(department?.own, true)];
  return {
    chat: { ...defaultChatConfig, ...whole, ...part },
    sources: Object.fromEntries(
      chatSettingKeys.map((key) => [key, Object.hasOwn(part, key) ? 'department' : Object.hasOwn(whole, key) ? 'enterprise' : 'default']),
    ) as ChatSettingSources,
  };
}

/** The settings of a chat: those that hold for new chats as they stood when it began to wait, the others as they stand now. */
export function holdFor(held: ChatConfig, newest: ChatConfig): ChatConfig {
  return Object.fromEntries(
    chatSettingKeys.map((key) => [key, chatSettings[key].holds === 'new' ? held[key] : newest[key]]),
  ) as unknown as ChatConfig;
}

/** Settings for somebody of several departments: they may choose where one of these lets them, and have the largest limit. */
export function resolveForPerson(enterprise: Scopes['enterprise'], departments: readonly Scopes['department'][]): ChatConfig {
  const { chat } = resolve({ enterprise, department: null });
  const each = departments.map((department) => resolve({ enterprise, department }));
  if (each.length === 0) return chat;
  const limits = each.filter(({ sources }) => sources.maxOpenChats === 'department').map((one) => one.chat.maxOpenChats);
  return {
    ...chat,
    customChatSelection: each.some((one) => one.chat.customChatSelection),
    routingMode: each.some((one) => one.chat.routingMode === 'byHand') ? 'byHand' : (each[0]?.chat.routingMode ?? chat.routingMode),
    pickupWhileRouted: each.some((one) => one.chat.pickupWhileRouted),
    maxOpenChats: limits.length > 0 ? Math.max(...limits) : chat.maxOpenChats,
  };
}

const weights: Readonly<Record<number, ChatSettingKey | undefined>> = {
  [channelTypes.WEB]: 'weightWeb',
  [channelTypes.WHATSAPP]: 'weightWhatsapp',
  [channelTypes.RCS]: 'weightRcs',
  [channelTypes.SMS]: 'weightSms',
  [channelTypes.EMAIL]: 'weightEmail',
  [channelTypes.TELEGRAM]: 'weightTelegram',
  [channelTypes.FACEBOOK_MESSENGER]: 'weightMessenger',
  [channelTypes.INSTAGRAM]: 'weightInstagram',
};

/** The setting of what a chat of a channel counts on a desk; undefined: it is none, and counts as one. */
export const weightKeyOf = (type: number): ChatSettingKey | undefined => weights[type];

/** Tells whether a chat that asks for people while its department is closed ends at once, with a text, instead of waiting for the opening. */
export const isMissedAtOnce = ({ outsideHours }: Pick<ChatConfig, 'outsideHours'>, { opensAt }: { opensAt: Date | null }): boolean =>
  outsideHours === 'message' || opensAt === null;

/** The language of texts to a customer: the customer's own, else that of the page which they wrote from; English where neither is known. */
export function messageLanguage(customer: string | null, page: string | undefined): ChatMessageLanguage {
  const [code = ''] = (customer?.trim() || page || '').toLowerCase().split(/[-_]/);
  return code === 'hi' || code === 'hindi' || code === 'हिन्दी' || code === 'हिंदी' ? 'hi' : 'en';
}
