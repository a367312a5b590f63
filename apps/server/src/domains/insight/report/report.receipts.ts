import { type NoReceipts, receiptDays, receiptHours } from '@parley/contract';
import { channelsOf } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { listChannelNames } from '../../channel/door.ts';
import { countUnreceipted } from '../../messaging/door.figures.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Whole days alone, as the counts have them: the report of the same days and status shows as many rows. */
export const readNoReceipts = (ctx: Ctx): Promise<NoReceipts> =>
  ctx.read(async (tx) => {
    const { enterpriseId } = ctx;
    // The last day that ended so long ago.
    const last = ctx.now().getTime() - receiptHours * hourMs - dayMs;
    const [fromDate, toDate] = [dayOf(last - (receiptDays - 1) * dayMs), dayOf(last)];
    const rows = await countUnreceipted(tx, enterpriseId, { fromDay: fromDate, toDay: toDate, channelIds: channelsOf(ctx.actor) });
    const names = new Map((await listChannelNames(tx, enterpriseId)).map(({ id, name }) => [id, name]));
    const unreceipted = rows.map(({ count, handedOver, ...row }) => ({
      ...row,
      name: names.get(row.channelId) ?? '',
      count: Number(count),
      handedOver: Number(handedOver),
    }));
    return { fromDate, toDate, unreceipted };
  });
