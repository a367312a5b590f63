import { chatActionTypes, showInstant } from '@parley/contract';
import { parseMarkup, stripMarkup } from '@parley/contract/markup';
import { recordChange } from '#platform/audit/trail.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { queueMail, readMailBrand, readTimeZone, renderMail } from '../../account/door.ts';
import { accessChat } from '../access/chat.access.ts';
import { isTakenBack } from '../record/chat.present.ts';
import { type ActionRow, listActions } from '../record/chat.repository.ts';
import { isOfStream } from '../record/chat.rules.ts';
import { transcriptRecord } from '../record/transcript.record.ts';

const longest = 2000; // entries; of a longer chat the end is mailed

/** Leaves out messages that the customer sees no more. */
const isSaid = (row: ActionRow) =>
  (row.actionType === chatActionTypes.customerReply || row.actionType === chatActionTypes.agentReply) && !isTakenBack(row);

/** Returns the writing time, which may be before the arrival. */
const writtenAtOf = ({ detail, actedOn }: ActionRow): Date => (typeof detail.writtenAt === 'string' ? new Date(detail.writtenAt) : actedOn);

const lineOf = (row: ActionRow, time: string, brand: string) => {
  const said = row.message === '' ? (row.attachment?.name ?? '') : stripMarkup(parseMarkup(row.message));
  return `${time}  ${isOfStream(row) ? brand : row.authorName || 'System'}: ${said}`;
};

/** Lines of a mail with what was said in a conversation. */
export const linesOf = (rows: readonly ActionRow[], timeZone: string, title: string): string[] =>
  rows.filter(isSaid).map((row) => lineOf(row, showInstant(writtenAtOf(row), 'instant', timeZone), title));

/** Mails what was said as people read it, with times in the enterprise's zone. The address is the agent's choice; the chat must be one that the agent may see. */
export function sendTranscript(deps: Deps, ctx: Ctx, { chatId, emailId }: { chatId: string; emailId: string }): Promise<void> {
  return ctx.transaction(async (tx) => {
    const chat = await accessChat(tx, ctx.actor, chatId);
    const said = (await listActions(tx, ctx.enterpriseId, chatId, { perPage: longest })).filter(isSaid);
    const timeZone = await readTimeZone(tx, ctx.enterpriseId);
    const day = showInstant(chat.createdAt, 'day', timeZone);
    const brand = await readMailBrand(deps, tx, ctx.enterpriseId);
    const mail = renderMail(emailId, brand, {
      subject: `Chat with ${chat.customerName}, ${day}`,
      greeting: `What was said in the chat with ${chat.customerName} (times in ${timeZone}):`,
      paragraphs: linesOf(said, timeZone, brand.info.title),
    });
    await queueMail(deps, tx, mail);
    const { customerName: name, customerId } = chat;
    recordChange(ctx, tx, {
      record: transcriptRecord,
      id: chatId,
      action: 'send',
      after: { name, customerId, email: emailId },
      counts: { messages: said.length },
    });
  });
}
