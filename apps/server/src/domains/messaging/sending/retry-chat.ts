import type { MessageSource, SkipReason } from '@parley/contract';
import type { OutgoingContent } from '@parley/vendors';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { requeueMessages } from '../queue/queue.repository.ts';
import { type ChatMessage, toChatDraft } from './chat-line.ts';
import { decide, wakeAfter } from './send.ts';

type TriedReply = Omit<ChatMessage, 'messageId' | 'content' | 'template' | 'source' | 'stream'> & {
  /** Time at which the user who accepts a second arrival saw its outcome as unknown; undefined: only failed messages go again */
  unknownBy: Date | undefined;
};

/**
 * A message of a chat that failed, or whose outcome nobody knows, waits for its turn again, on its own row of the ledger with its earlier
 * attempts. It passes the gate and is paid as at the first time. A template is not tried again: its values may be those of another day. A
 * stream's message is its walk's.
 * @returns why the gate refuses it now; 'waits' when it is in the queue; undefined where there is no such row
 */
export async function retryInChat(ctx: EnterpriseContext, tx: Tx, reply: TriedReply): Promise<SkipReason | 'waits' | undefined> {
  const isWanted = reply.unknownBy
    ? sql`status = 'UNKNOWN' and status_at <= ${reply.unknownBy}`
    : sql`source = 'CHAT' and status in ('FAILED', 'SKIPPED')`;
  const { rows } = await sql<{ messageId: string; createdAt: Date; source: MessageSource; content: { content: OutgoingContent } }>`
    select message_id, created_at, source, content from messages
    where enterprise_id = ${ctx.enterpriseId} and resource_id = ${reply.chatId} and number = ${reply.number} and direction = 'out'
      and source in ('CHAT', 'BOT', 'SYSTEM', 'API') and template_id is null and content ? 'content' and ${isWanted}
    for update`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { messageId, createdAt, source } = row;
  const now = ctx.now();
  const { road, ...rest } = toChatDraft({ ...reply, messageId, source, content: row.content.content, template: null }, now);
  // The cap does not count a message against itself.
  const draft = { ...rest, road: { ...road, again: [messageId] } };
  const [decided] = await decide(ctx, tx, [draft]);
  if (!decided) return undefined;
  const { reason, cost, rateId, dueAt } = decided;
  if (reason) return reason;
  await requeueMessages(
    tx,
    ctx.enterpriseId,
    road,
    [{ messageId, number: reply.number, createdAt, units: draft.units, cost, rateId, dueAt }],
    now,
  );
  wakeAfter(ctx, tx, [decided]);
  return 'waits';
}
