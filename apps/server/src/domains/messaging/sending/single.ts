import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '#platform/db/database.ts';
import { afterCommit } from '#platform/db/transaction.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { lookUp } from './gate.facts.ts';
import { decideGate } from './gate.ts';
import { insertMessages, priorities } from './ledger.repository.ts';
import { wakeSending } from './wake.ts';

/** A word of the product's own to one person who has just written, such as the confirmation of an opt-out. */
export async function sendSystemText(
  ctx: EnterpriseContext,
  tx: Tx,
  { channelId, address, text }: { channelId: string; address: string; text: string },
): Promise<void> {
  const now = ctx.now();
  const channel = await tx
    .selectFrom('channels')
    .select(['type', 'state', 'environment'])
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('channelId', '=', channelId)
    .executeTakeFirstOrThrow();
  const known = await lookUp(
    tx,
    ctx.enterpriseId,
    { channelId, channelType: channel.type, isMarketing: false, cap: { isOn: false, count: 0, days: 0 }, now },
    [{ address, given: address, customerId: null }],
  );
  const messageId = randomUUIDv7();
  const reason = decideGate({
    address,
    isRepeated: false,
    isBlocked: known.blocked.has(address),
    isOptedOut: false,
    isMarketing: false,
    isChannelActive: channel.state === 'ACTIVE',
    template: null,
    missing: [],
    isWindowClosed: false,
    isCapped: false,
    hasBalance: true,
  });
  await insertMessages(
    tx,
    ctx.enterpriseId,
    {
      channelId,
      source: 'SYSTEM',
      resourceId: messageId,
      runId: null,
      templateId: null,
      isSandbox: channel.environment === 'sandbox',
      priority: priorities.system,
      at: now,
    },
    [{ messageId, customerId: null, number: 0, address, reason, content: { content: { kind: 'text', text } }, cost: 0, dueAt: now }],
  );
  afterCommit(tx, () => wakeSending(ctx, ctx.enterpriseId, channelId));
}
