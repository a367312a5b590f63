import { chatActionTypes } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { queueMail, readBrand, renderMail } from '../../account/door.ts';
import { accessChat } from './chat.access.ts';
import { type ActionRow, listActions } from './chat.repository.ts';

const longest = 2000; // entries; of a longer chat the end is mailed

const isSaid = (row: ActionRow) => row.actionType === chatActionTypes.customerReply || row.actionType === chatActionTypes.agentReply;

const lineOf = (row: ActionRow) =>
  `${row.actedOn.toISOString().slice(0, 16).replace('T', ' ')}  ${row.authorName || 'System'}: ${row.message || row.attachment?.name || ''}`;

/** Mails what was said, with times in UTC. The address is the agent's choice; the chat must be one that the agent may see. */
export function sendTranscript(deps: Deps, ctx: Ctx, { chatId, emailId }: { chatId: string; emailId: string }): Promise<void> {
  return ctx.transaction(async (tx) => {
    const chat = await accessChat(tx, ctx.actor, chatId);
    const said = (await listActions(tx, ctx.enterpriseId, chatId, { perPage: longest })).filter(isSaid);
    const day = chat.createdAt.toISOString().slice(0, 10);
    const mail = renderMail(emailId, await readBrand(tx, ctx.enterpriseId), {
      subject: `Chat with ${chat.customerName}, ${day}`,
      greeting: `What was said in the chat with ${chat.customerName} (times in UTC):`,
      paragraphs: said.map(lineOf),
    });
    await queueMail(deps, tx, mail);
  });
}
