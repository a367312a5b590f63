import type { ChatMessageLanguage } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { Visit } from '#platform/db/schema.chat.ts';
import { findOfChat, type SettledChat } from '../settings/settings.repository.ts';
import { messageLanguage, resolve } from '../settings/settings.rules.ts';
import { fillText } from '../settings/settings.text.ts';

/** Fills the text of the department's settings that stands below an agent's words in a mail; '': there is none. */
export async function signatureOf(tx: Read, chat: SettledChat, agentName: string, now: Date): Promise<string> {
  const { newest, departmentName, timeZone, country } = await findOfChat(tx, chat);
  const { mailSignature } = resolve(newest).chat;
  const values = { customer: '', agent: agentName, department: departmentName ?? '', next: '' };
  return fillText(mailSignature, values, { now: now.getTime(), zone: timeZone, language: 'en', country }).trim();
}

/** The language of what we write above the words of others: the customer's, as of the texts of a chat. */
export async function languageOf(tx: Read, chat: SettledChat & { visit: Visit }): Promise<ChatMessageLanguage> {
  const { customer } = await findOfChat(tx, chat);
  return messageLanguage(customer.language, chat.visit.language);
}
