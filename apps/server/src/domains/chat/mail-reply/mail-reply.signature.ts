import type { Read } from '#platform/db/database.ts';
import { findOfChat, type SettledChat } from '../settings/settings.repository.ts';
import { resolve } from '../settings/settings.rules.ts';
import { fillText } from '../settings/settings.text.ts';

/** Fills the text of the department's settings that stands below an agent's words in a mail; '': there is none. */
export async function signatureOf(tx: Read, chat: SettledChat, agentName: string, now: Date): Promise<string> {
  const { newest, departmentName, timeZone, country } = await findOfChat(tx, chat);
  const { mailSignature } = resolve(newest).chat;
  const values = { customer: '', agent: agentName, department: departmentName ?? '', next: '' };
  return fillText(mailSignature, values, { now: now.getTime(), zone: timeZone, language: 'en', country }).trim();
}
