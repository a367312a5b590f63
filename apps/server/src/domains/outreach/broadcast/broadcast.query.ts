import {
  type Broadcast,
  type BroadcastItem,
  type BroadcastTemplate,
  type ColumnMapping,
  deliveryStatuses,
  type LedgerStatus,
  type MessageRow,
  type RunCounts,
  reasonTexts,
} from '@parley/contract';
import type { BroadcastStatus } from '#platform/db/schema.sending.ts';
import { assertMayUseChannel } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { findCalendarName } from '../../account/door.ts';
import { readingOf, shownAddress } from '../../customer/door.ts';
import { countRuns, findProgress, quietOf } from '../../messaging/door.run.ts';
import {
  type BroadcastFilter,
  findBroadcast,
  type LedgerLine,
  type Listed,
  listBroadcastRows,
  mostShown,
  nameGroups,
  readRows,
} from './broadcast.repository.ts';
import { broadcastNotFound } from './broadcast.service.ts';

/**
 * The status of a broadcast by its rows: in progress while any row waits, afterwards by the failures. Rows that were skipped on purpose did
 * not fail.
 */
export function statusOf(state: string, { audience, skipped, failed }: RunCounts): BroadcastStatus {
  if (state === 'cancelling' || state === 'cancelled') return 'CANCELLED';
  if (audience === 0) return state === 'done' ? 'COMPLETED' : 'QUEUED';
  if (state !== 'done') return 'IN_PROGRESS';
  if (failed + skipped === audience) return 'FAILED';
  return failed > 0 ? 'PARTIALLY_FAILED' : 'COMPLETED';
}

const none: RunCounts = { audience: 0, skipped: 0, failed: 0, inFlight: 0, unknown: 0, delivered: 0, read: 0, byReason: [] };

const presentItem = (row: Listed, counts: RunCounts): BroadcastItem => ({
  id: row.broadcastId,
  name: row.name,
  user: { id: row.createdBy, name: row.userName ?? '' },
  channelName: row.channelName ?? '',
  createdOn: row.createdAt.toISOString(),
  status: statusOf(row.state, counts),
  pauseReason: row.isPaused && (row.state === 'freezing' || row.state === 'sending') ? row.pauseReason : '',
  scheduledFor: row.state === 'scheduled' ? (row.startsAt?.toISOString() ?? '') : '',
});

export function listBroadcasts(ctx: Ctx, filter: BroadcastFilter): Promise<{ broadcastList: BroadcastItem[]; more: boolean }> {
  const limit = filter.perPage === -1 ? mostShown : filter.perPage;
  return ctx.read(async (tx) => {
    const rows = await listBroadcastRows(tx, ctx.enterpriseId, filter, limit + 1);
    const shown = rows.slice(0, limit);
    const counts = await countRuns(
      tx,
      ctx.enterpriseId,
      shown.map((row) => row.broadcastId),
    );
    return { broadcastList: shown.map((row) => presentItem(row, counts.get(row.broadcastId) ?? none)), more: rows.length > limit };
  });
}

export function getBroadcast(ctx: Ctx, broadcastId: string): Promise<Broadcast> {
  return ctx.read(async (tx) => {
    const row = await findBroadcast(tx, ctx.enterpriseId, broadcastId);
    if (!row) throw broadcastNotFound();
    assertMayUseChannel(ctx.actor, row.channelId);
    const groups = row.groupIds.length === 0 ? [] : await nameGroups(tx, ctx.enterpriseId, row.groupIds);
    const counts = (await countRuns(tx, ctx.enterpriseId, [broadcastId])).get(broadcastId) ?? none;
    return {
      ...presentItem(row, counts),
      channelId: row.channelId,
      phoneNumbers: row.phoneNumbers.map((number) => shownAddress(number, readingOf(ctx.actor))),
      groups,
      message: row.message as { template: BroadcastTemplate },
      columnMapping: row.columnMapping as ColumnMapping[],
      resourceId: row.resourceId,
      resourceType: row.resourceType,
      counts,
      isFreezing: row.state === 'freezing',
      quiet: quietOf(await findProgress(tx, ctx.enterpriseId, broadcastId, ctx.now())),
      calendarName: (row.calendarId && (await findCalendarName(tx, ctx.enterpriseId, row.calendarId))) || '',
    };
  });
}

/** Delivered 1, read 2, failed 3; 0 is accepted without a receipt, or still on its way. */
export const deliveryStatusOf = (status: LedgerStatus): number => {
  if (status === 'DELIVERED') return deliveryStatuses.delivered;
  if (status === 'READ') return deliveryStatuses.read;
  return status === 'FAILED' || status === 'SKIPPED' ? deliveryStatuses.failed : deliveryStatuses.none;
};

export const presentMessageRow = (row: Omit<LedgerLine, 'number'>, from: string): MessageRow => ({
  messageId: row.messageId,
  from,
  to: row.address,
  currentDeliveryStatus: deliveryStatusOf(row.status),
  currentDeliveryStatusTime: row.statusAt.toISOString(),
  status: row.status,
  reason: row.reason,
  reasonText: reasonTexts[row.reason as keyof typeof reasonTexts] ?? '',
  sentOn: row.createdAt.toISOString(),
});

export function listMessages(
  ctx: Ctx,
  broadcastId: string,
  filter: { from: number; perPage: number; status: string; reason: string },
): Promise<{ message: MessageRow[]; more: boolean }> {
  const limit = filter.perPage === -1 ? mostShown : filter.perPage;
  return ctx.read(async (tx) => {
    const row = await findBroadcast(tx, ctx.enterpriseId, broadcastId);
    if (!row) throw broadcastNotFound();
    assertMayUseChannel(ctx.actor, row.channelId);
    const isFiltered = filter.status !== '' || filter.reason !== '';
    // Unfiltered, the place in the audience is the offset.
    const rows = isFiltered
      ? (
          await readRows(tx, ctx.enterpriseId, broadcastId, {
            after: 0,
            limit: filter.from + limit + 1,
            status: filter.status,
            reason: filter.reason,
          })
        ).slice(filter.from)
      : await readRows(tx, ctx.enterpriseId, broadcastId, { after: filter.from, limit: limit + 1 });
    const eyes = readingOf(ctx.actor);
    const shown = rows.slice(0, limit).map((line) => ({ ...line, address: shownAddress(line.address, eyes) }));
    return { message: shown.map((line) => presentMessageRow(line, row.contactId ?? '')), more: rows.length > limit };
  });
}
