import {
  type ChatConfig,
  type ChatMessageLanguage,
  type ChatMessageName,
  chatActionTypes,
  chatMessageKey,
  showInstant,
} from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { Visit } from '#platform/db/schema.chat.ts';
import type { ChatRecording } from '../record/chat.record.ts';
import type { LockedChat } from '../record/chat.repository.ts';
import { systemAuthor } from '../record/chat.rules.ts';
import { findOfChat, type SettledChat, type TextFacts } from './settings.repository.ts';
import { holdFor, messageLanguage, resolve } from './settings.rules.ts';
import { fillText } from './settings.text.ts';

/**
 * Settings of a chat with its texts.
 * @property lastNo what a chat keeps that begins to wait now
 * @property hasPolicies the enterprise has policies of clocks
 * @property say the text of a message in the customer's language; '': it is not sent. It is given the agent's name, or when
 * the department opens by the clock of its own zone
 */
export type ToldSettings = {
  config: ChatConfig;
  customerName: string;
  lastNo: number;
  hasPolicies: boolean;
  say: (name: ChatMessageName, known?: { agentName?: string; opensAt?: Date | null; timeZone?: string }) => string;
};

type Place = Omit<TextFacts, 'customer'> & { customerName: string; language: ChatMessageLanguage; now: Date };

/** Fills the texts of settings for one customer. */
export const speakerOf =
  (config: ChatConfig, { customerName, departmentName, timeZone, country, language, now }: Place): ToldSettings['say'] =>
  (name, { agentName = '', opensAt = null, timeZone: zoneOfHours = timeZone } = {}) => {
    const next = opensAt === null ? '' : showInstant(opensAt, 'instant', zoneOfHours);
    const values = { customer: customerName, agent: agentName, department: departmentName ?? '', next };
    return fillText(config[chatMessageKey(name, language)], values, { now: now.getTime(), zone: timeZone, language, country }).trim();
  };

/** Reads the settings of a chat, its department's for it, in one statement with what its texts are filled with. */
export async function readChatSettings(tx: Read, chat: SettledChat & { visit: Visit }, now: Date): Promise<ToldSettings> {
  const { newest, held, lastNo, hasPolicies, customer, ...place } = await findOfChat(tx, chat);
  const config = holdFor(resolve(held).chat, resolve(newest).chat);
  const language = messageLanguage(customer.language, chat.visit.language);
  return {
    config,
    customerName: customer.name,
    lastNo,
    hasPolicies,
    say: speakerOf(config, { ...place, customerName: customer.name, language, now }),
  };
}

/** Says something to the customer in the enterprise's name; '' says nothing. */
export function tellCustomer(recording: ChatRecording, chat: LockedChat, text: string): void {
  if (text !== '') recording.append(chat, { actionType: chatActionTypes.agentReply, author: systemAuthor, message: text });
}

/**
 * Says something that goes with an act: the widget shows it in the line of the act, a vendor's channel carries it as a message before.
 * @returns the text of the act's own entry
 */
export function tellWithAct(recording: ChatRecording, chat: LockedChat, text: string): string {
  if (!chat.line) return text;
  tellCustomer(recording, chat, text);
  return '';
}
