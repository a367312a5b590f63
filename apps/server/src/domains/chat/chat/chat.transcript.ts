import { chatActionTypes } from '@parley/contract';
import { parseMarkup, stripMarkup } from '@parley/contract/markup';
import { recordChange } from '#platform/audit/trail.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { queueMail, readMailBrand, readTimeZone, renderMail } from '../../account/door.ts';
import { accessChat } from './chat.access.ts';
import { type ActionRow, listActions } from './chat.repository.ts';
import { transcriptRecord } from './transcript.record.ts';

const longest = 2000; // entries; of a longer chat the end is mailed

const isSaid = (row: ActionRow) => row.actionType === chatActionTypes.customerReply || row.actionType === chatActionTypes.agentReply;

const lineOf = (row: ActionRow, time: string) => {
  const said = row.message === '' ? (row.attachment?.name ?? '') : stripMarkup(parseMarkup(row.message));
  return `${time}  ${row.authorName || 'System'}: ${said}`;
};

/** Mails what was said as people read it, with times in the enterprise's zone. The address is the agent's choice; the chat must be one that the agent may see. */
export function sendTranscript(deps: Deps, ctx: Ctx, { chatId, emailId }: { chatId: string; emailId: string }): Promise<void> {
  return ctx.transaction(async (tx) => {
    const chat = await accessChat(tx, ctx.actor, chatId);
    const said = (await listActions(tx, ctx.enterpriseId, chatId, { perPage: longest })).filter(isSaid);
    const timeZone = await readTimeZone(tx, ctx.enterpriseId);
    // Swedish writes the date as ISO does: 2026-03-01 15:30
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    const day = format.format(chat.createdAt).slice(0, 10);
    const mail = renderMail(emailId, await readMailBrand(deps, tx, ctx.enterpriseId), {
      subject: `Chat with ${chat.customerName}, ${day}`,
      greeting: `What was said in the chat with ${chat.customerName} (times in ${timeZone}):`,
      paragraphs: said.map((row) => lineOf(row, format.format(row.actedOn))),
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
