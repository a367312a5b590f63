import { channelTypes } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { countAnswers } from './automatic-mail.repository.ts';

/** Two programs that answer each other's mails would do so without end, whatever their headers say (RFC 3834 2). */
const mostAnswers = 3;
const hourMs = 3_600_000;

type Sending = { source: string; chatId?: string | null | undefined; channel: { type: number; channelId: string } };

const isAnswer = ({ source, chatId }: Sending): boolean =>
  source === 'BOT' || source === 'SYSTEM' || (source === 'JOURNEY' && typeof chatId === 'string');

/** Finds the addresses that have had all the automatic answers by mail that an hour allows. */
export async function findAnswered(
  ctx: EnterpriseContext,
  tx: Tx,
  road: Sending,
  drafts: readonly { address: string | null }[],
): Promise<ReadonlySet<string>> {
  const addresses = [...new Set(drafts.flatMap(({ address }) => address ?? []))];
  if (road.channel.type !== channelTypes.EMAIL || !isAnswer(road) || addresses.length === 0) return new Set();
  const since = new Date(ctx.now().getTime() - hourMs);
  const counts = await countAnswers(tx, ctx.enterpriseId, { channelId: road.channel.channelId, addresses, since });
  return new Set([...counts].filter(([, count]) => count >= mostAnswers).map(([address]) => address));
}
