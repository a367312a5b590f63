import { chatActionTypes } from '@parley/contract';
import { mask } from '@parley/journey';
import type { Read } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { accessChat, chatNotFound, findAction, isOpen, readAssistSettings } from '../../chat/door.ts';

export type SeenChat = Awaited<ReturnType<typeof accessChat>>;
type Entry = { actionType: number; authorKind: string; message: string; detail: Record<string, unknown> };

/** Tells whether an entry has words of a customer that may be read by a model: a secret has none, and neither has one taken back. */
export const hasWords = ({ actionType, authorKind, message, detail }: Entry): boolean =>
  actionType === chatActionTypes.customerReply &&
  authorKind === 'customer' &&
  message.trim() !== '' &&
  message !== mask &&
  detail.revoked === undefined;

/** The words of a customer's message; '' where it has none, or the chat has ended. */
export async function readMessage(tx: Read, { enterpriseId }: Ctx, chat: SeenChat, number: number): Promise<string> {
  if (!isOpen(chat)) return '';
  const entry = await findAction(tx, enterpriseId, chat.chatId, number);
  return entry && hasWords(entry) ? entry.message : '';
}

/** A chat that the actor takes part in, with what its department is helped by. @throws DomainError chat.not_found */
export async function accessAssisted(tx: Read, { enterpriseId, actor }: Ctx, chatId: string) {
  const chat = await accessChat(tx, actor, chatId);
  if (!chat.participation || chat.participation === 'left') throw chatNotFound();
  return { chat, settings: await readAssistSettings(tx, enterpriseId, chat.deptId) };
}

/** The departments whose bots may help: the chat's, or those of the agent where the chat belongs to none. */
export const departmentsOf = ({ deptId }: Pick<SeenChat, 'deptId'>, { departments }: Ctx['actor']): readonly string[] =>
  deptId ? [deptId] : departments;
