import { channelTypes, chatStates } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { afterCommit } from '#platform/db/transaction.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { relaxWaiting } from '../clock/clock.repository.ts';
import { chatQueued } from '../record/chat.events.ts';
import { ChatRecording } from '../record/chat.record.ts';
import type { LockedChat } from '../record/chat.repository.ts';
import { fitChat } from '../routing/chat.fit.ts';
import { wakeRouting } from '../routing/routing.wake.ts';
import { findCustomerNames } from './give-out.repository.ts';
import { hasPool, writePool } from './situation.repository.ts';
import { readRules } from './situation.ts';

/** Waiting chats ask for less from now on, or find out anew what they ask for. Agents who see one for the first time are told. */
export async function relaxChats(ctx: EnterpriseContext, tx: Tx, chats: readonly LockedChat[]): Promise<void> {
  const waiting = chats.filter(({ handledBy, state }) => handledBy === 'queue' && state === chatStates.created);
  if (waiting.length === 0) return;
  const rules = await readRules(tx, ctx.enterpriseId);
  const recording = new ChatRecording(ctx, ctx.now());
  const widened: LockedChat[] = [];
  for (const chat of waiting) {
    const former = chat.offeredTo;
    await fitChat(ctx, tx, chat, rules.of(chat.deptId));
    recording.touch(chat);
    if (chat.offeredTo.some((departmentId) => !former.includes(departmentId))) widened.push(chat);
  }
  await recording.save(tx);
  if (widened.length === 0) return;
  const names = await findCustomerNames(
    tx,
    ctx.enterpriseId,
    widened.map(({ customerId }) => customerId),
  );
  await ctx.events.record(
    tx,
    chatQueued,
    ...widened.map((chat) => ({
      chatId: chat.chatId,
      customerId: chat.customerId,
      customerName: names.get(chat.customerId) ?? '',
      lastMessage: chat.lastMessage.slice(0, 200),
      channelType: chat.line?.type ?? channelTypes.WEB,
      offeredTo: chat.offeredTo,
    })),
  );
}

/** Settings of routing hold at once: chats that wait in the scope find out anew what they ask for. */
export async function followSettings(ctx: EnterpriseContext, tx: Tx, departmentId: string | null): Promise<void> {
  const { enterpriseId } = ctx;
  const { isAnyRouted } = await readRules(tx, enterpriseId);
  if (!isAnyRouted && !(await hasPool(tx, enterpriseId))) return;
  await writePool(tx, enterpriseId, isAnyRouted);
  await relaxWaiting(tx, enterpriseId, departmentId, ctx.now());
  afterCommit(tx, () => wakeRouting(ctx));
}
