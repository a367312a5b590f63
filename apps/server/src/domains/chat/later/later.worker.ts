import type { LaterReason, SkipReason } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { notify } from '../../account/door.ts';
import { findAgent } from '../access/chat.people.ts';
import { refusalInside, refusalNow } from '../access/chat.reach.ts';
import { storeReplies } from '../conversation/chat.reply.ts';
import { type LockedChat, lockChats } from '../record/chat.repository.ts';
import { laterChanged } from './later.events.ts';
import {
  findCustomer,
  findDueLater,
  hasFile,
  type LaterRow,
  listDueLater,
  listFailing,
  putOffLater,
  type Settled,
  settleLater,
} from './later.repository.ts';
import { judgeDue, repliesOf } from './later.rules.ts';

const pageSize = 200;
const chatsAtOnce = 20;
const putOffMs = 60_000;
/** So often a message is tried that cannot be stored. */
const mostTries = 10;

type Judged = { row: LaterRow; chat: LockedChat; settled: Settled };
type Sent = { settled: number; sent: number };

/** Reasons of the gate by message. */
type Refused = ReadonlyMap<string, SkipReason>;

/** The gate has refused messages when they were stored, as for lack of money. All is done again without them: none is left in the record. */
class RefusedInside extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super('the gate has refused planned messages');
    this.refused = refused;
  }
}

/**
 * Sends the due messages of these chats, or settles why they do not leave. The chats are locked first: a message that another worker has
 * sent, or its writer has taken back, is not due any more.
 * @param refused found by an earlier try. @throws RefusedInside
 */
async function sendDue(ctx: EnterpriseContext, chatIds: readonly string[], refused: Refused): Promise<Sent> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const now = ctx.now();
    const chats = new Map((await lockChats(tx, enterpriseId, chatIds)).map((chat) => [chat.chatId, chat]));
    const rows = await listDueLater(tx, enterpriseId, chatIds, now);
    const writers = new Map<string, boolean>();
    for (const { writerId } of rows)
      if (!writers.has(writerId)) writers.set(writerId, (await findAgent(tx, enterpriseId, writerId)) !== undefined);
    const refusals = new Map<string, LaterReason | ''>();
    const judged: Judged[] = [];
    for (const row of rows) {
      const chat = chats.get(row.chatId);
      if (!chat) continue;
      const own = judgeDue(row, chat, { isWriterHere: writers.get(row.writerId) ?? false, hasFile: await hasFile(tx, row), now });
      if (!own && !refusals.has(row.chatId)) refusals.set(row.chatId, await refusalNow(ctx, tx, chat));
      const reason = own ? '' : refusals.get(row.chatId) || (refused.get(row.scheduledId) ?? '');
      const outcome = own ?? (reason === '' ? { state: 'sent' as const, reason } : { state: 'refused' as const, reason });
      judged.push({ row, chat, settled: { scheduledId: row.scheduledId, ...outcome } });
    }
    await store(ctx, tx, judged);
    await settleLater(
      tx,
      enterpriseId,
      judged.map(({ settled }) => settled),
      now,
    );
    for (const chat of new Set(judged.map((one) => one.chat)))
      await ctx.events.record(tx, laterChanged, { chatId: chat.chatId, agentIds: chat.agentIds });
    for (const one of judged) if (one.settled.state !== 'sent') await tellUnsent(ctx, tx, one);
    return { settled: judged.length, sent: judged.filter(({ settled }) => settled.state === 'sent').length };
  });
}

/** Stores what may leave by the road of replies; what that refuses is settled as refused. */
async function store(ctx: EnterpriseContext, tx: Tx, judged: readonly Judged[]): Promise<void> {
  const leaving = judged.filter(({ settled }) => settled.state === 'sent');
  const replies = leaving.flatMap((one) => repliesOf(one.row, one.chat).map((reply) => ({ one, reply })));
  const outcomes = await storeReplies(
    ctx,
    tx,
    replies.map(({ one: { row }, reply }) => ({
      enterpriseId: ctx.enterpriseId,
      agentId: row.writerId,
      agentName: row.writerName,
      chatId: row.chatId,
      ...reply,
      isPlanned: true,
    })),
  );
  const refused = new Map<string, SkipReason>();
  for (const [place, outcome] of outcomes.entries()) {
    const one = replies[place]?.one;
    if (!one) continue;
    const { scheduledId } = one.row;
    const reason = 'refusal' in outcome ? '' : refusalInside(outcome.action);
    if (reason !== '') refused.set(scheduledId, reason);
    if ('refusal' in outcome) one.settled = { scheduledId, state: 'refused', reason: 'not_stored' };
  }
  if (refused.size > 0) throw new RefusedInside(refused);
}

const noticeOf = {
  customer_wrote: 'later.customer_wrote',
  chat_ended: 'later.chat_ended',
  no_agent: 'later.no_agent',
  too_late: 'later.too_late',
  not_stored: 'later.not_stored',
} as const;
/** Their words say what somebody in the chat can do. */
const forParticipants: readonly (LaterReason | '')[] = ['customer_wrote', 'too_late', 'not_stored'];

/** The writer hears of it, and the owner of the chat: one of them goes on with it. */
async function tellUnsent(ctx: EnterpriseContext, tx: Tx, { row, chat, settled: { reason } }: Judged): Promise<void> {
  const { name: customer } = await findCustomer(tx, ctx.enterpriseId, chat.customerId);
  const told = [...new Set([row.writerId, ...(chat.ownerId ? [chat.ownerId] : [])])];
  const place = { kind: 'chat_later' as const, link: `/chat/conversation?chatId=${chat.chatId}`, cause: `chat_later:${row.scheduledId}` };
  if (reason === 'writer_left') {
    const values = { customer, writer: row.writerName };
    return notify(
      ctx,
      tx,
      told.filter((userId) => userId !== row.writerId),
      { ...place, code: 'later.writer_left', values },
    );
  }
  const code = reason in noticeOf ? noticeOf[reason as keyof typeof noticeOf] : ('later.refused' as const);
  const isOutside = (userId: string) => forParticipants.includes(reason) && !chat.agentIds.includes(userId);
  const [outside, inside] = [told.filter(isOutside), told.filter((userId) => !isOutside(userId))];
  if (inside.length > 0) await notify(ctx, tx, inside, { ...place, code, values: { customer } });
  if (outside.length > 0) await notify(ctx, tx, outside, { ...place, code: 'later.held_left', values: { customer } });
}

/** Puts off the messages of a chat that failed. Those that have failed too often are held, and told: nobody would hear of it otherwise. */
async function putOff(ctx: EnterpriseContext, chatId: string): Promise<void> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  await ctx.transaction((tx) => putOffLater(tx, enterpriseId, [chatId], { now, until: new Date(now.getTime() + putOffMs) }));
  await ctx.transaction(async (tx) => {
    const [chat] = await lockChats(tx, enterpriseId, [chatId]);
    if (!chat) return;
    const rows = await listFailing(tx, enterpriseId, chatId, new Date(now.getTime() - (mostTries - 1) * putOffMs));
    if (rows.length === 0) return;
    const held = rows.map((row): Judged => ({ row, chat, settled: { scheduledId: row.scheduledId, state: 'held', reason: 'not_stored' } }));
    const settled = held.map((one) => one.settled);
    await settleLater(tx, enterpriseId, settled, now);
    await ctx.events.record(tx, laterChanged, { chatId, agentIds: chat.agentIds });
    for (const one of held) await tellUnsent(ctx, tx, one);
  });
}

/** Carries out what is due in one enterprise. One chat that fails keeps no other one waiting, and is tried again later. */
async function sendIn(deps: Deps, enterpriseId: string, chatIds: readonly string[], refused: Refused = new Map()): Promise<number> {
  const ctx = enterpriseContext(deps, enterpriseId);
  try {
    const { settled, sent } = await sendDue(ctx, chatIds, refused);
    if (sent > 0) deps.metrics.messages.inc({ direction: 'out', source: 'CHAT' }, sent);
    return settled;
  } catch (error) {
    if (error instanceof RefusedInside) return sendIn(deps, enterpriseId, chatIds, new Map([...refused, ...error.refused]));
    const [chatId] = chatIds;
    if (chatIds.length === 1 && chatId !== undefined) {
      deps.log.error({ err: error, chatId }, 'planned messages of a chat were not sent');
      await putOff(ctx, chatId);
      return 0;
    }
    let settled = 0;
    for (const one of chatIds) settled += await sendIn(deps, enterpriseId, [one], refused);
    return settled;
  }
}

/** Looks for messages that are due, page by page as long as there is something to do. Several workers may look; the chats' locks decide. */
export async function sendDueMessages(deps: Deps): Promise<void> {
  let settled: number;
  do {
    settled = 0;
    const page = await findDueLater(deps.db, pageSize);
    for (const [enterpriseId, due] of Map.groupBy(page, (one) => one.enterpriseId)) {
      const chatIds = due.map(({ chatId }) => chatId);
      for (let from = 0; from < chatIds.length; from += chatsAtOnce)
        settled += await sendIn(deps, enterpriseId, chatIds.slice(from, from + chatsAtOnce));
    }
  } while (settled > 0);
}
