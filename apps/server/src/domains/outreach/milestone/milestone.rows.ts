import { Readable } from 'node:stream';
import { type MilestoneCell, type MilestoneRecipient, mostExportedRows, type Page, showExported, showNumber } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { type CsvColumn, csvFile } from '#platform/files/csv-table.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { readFor } from '../../chat/door.ts';
import { readingOf, shownAddress, shownName } from '../../customer/door.ts';
import { campaignRecord } from '../row/campaign.record.ts';
import { milestoneFacts } from './facts.repository.ts';
import { openMilestones } from './milestone.asked.ts';
import { countRows, listCustomers, type RecipientRow, readRecipients } from './milestone.rows.repository.ts';
import { milestoneNotFound } from './milestone.service.ts';

const mostShown = 200;
type Opened = Awaited<ReturnType<typeof openMilestones>>;

/** @throws DomainError campaign.milestone_not_found for a milestone of another campaign */
async function openCell(ctx: Ctx, tx: Read, campaignId: string, cell: MilestoneCell): Promise<Opened> {
  const opened = await openMilestones(ctx, tx, campaignId, cell);
  if (cell.milestone !== '' && !opened.milestones.some(({ milestoneId }) => milestoneId === cell.milestone)) throw milestoneNotFound();
  return opened;
}
const isEmpty = ({ asked }: Opened) => asked.activityIds.length === 0 || asked.milestones.length === 0;

function presenterOf(ctx: Ctx, { runs }: Opened): (row: RecipientRow) => MilestoneRecipient {
  const eyes = readingOf(ctx.actor);
  const numbers = new Map(runs.map(({ activityId, number }) => [activityId, number]));
  return (row) => ({
    messageId: row.recipientId,
    milestoneId: row.milestoneId,
    activityId: row.activityId,
    activityNumber: numbers.get(row.activityId) ?? 0,
    customerId: row.customerId ?? '',
    name: shownName(row.name ?? '', eyes),
    to: shownAddress(row.address, eyes),
    sentOn: row.at.toISOString(),
    reachedOn: row.reachedAt?.toISOString() ?? '',
    timeMs: row.timeMs,
  });
}

/**
 * The recipients whom a figure counts, a page of them, with how many there are.
 * @throws DomainError campaign.not_found, activity.not_found, campaign.milestone_not_found, request.invalid or report.too_slow
 */
export const listRecipients = (
  ctx: Ctx,
  campaignId: string,
  { from, perPage, ...cell }: MilestoneCell & Page,
): Promise<{ total: number; rows: MilestoneRecipient[]; more: boolean }> =>
  readFor(ctx, async (tx) => {
    const opened = await openCell(ctx, tx, campaignId, cell);
    if (isEmpty(opened)) return { total: 0, rows: [], more: false };
    const limit = perPage === -1 ? mostShown : perPage;
    const facts = milestoneFacts(opened.asked);
    const rows = await readRecipients(tx, facts, cell, { from, limit: limit + 1 });
    const total = await countRows(tx, facts, cell);
    return { total, rows: rows.slice(0, limit).map(presenterOf(ctx, opened)), more: rows.length > limit };
  });

const tooMany = () =>
  new DomainError(
    'campaign.recipients_too_many',
    `At most ${showNumber(mostExportedRows, 'en')} people at once. Choose one iteration or fewer days.`,
    {
      most: mostExportedRows,
    },
  );

/** Customers of a figure, each once. @throws the same, and campaign.recipients_too_many */
export const listCellCustomers = (ctx: Ctx, campaignId: string, cell: MilestoneCell): Promise<{ customerIds: string[] }> =>
  readFor(ctx, async (tx) => {
    const opened = await openCell(ctx, tx, campaignId, cell);
    if (isEmpty(opened)) return { customerIds: [] };
    const customerIds = await listCustomers(tx, milestoneFacts(opened.asked), cell, mostExportedRows + 1);
    if (customerIds.length > mostExportedRows) throw tooMany();
    return { customerIds };
  });

/** The same rows as CSV; who takes them out of the house is noted before the first one leaves. @throws the same */
export async function exportRecipients(ctx: Ctx, campaignId: string, cell: MilestoneCell): Promise<{ name: string; body: Readable }> {
  const { opened, rows } = await readFor(ctx, async (tx) => {
    const found = await openCell(ctx, tx, campaignId, cell);
    const limit = mostExportedRows + 1;
    return { opened: found, rows: isEmpty(found) ? [] : await readRecipients(tx, milestoneFacts(found.asked), cell, { from: 0, limit }) };
  });
  if (rows.length > mostExportedRows) throw tooMany();
  const { campaignName, milestones, asked } = opened;
  await ctx.transaction((tx) => {
    recordChange(ctx, tx, { record: campaignRecord, id: campaignId, action: 'export', name: campaignName });
    return Promise.resolve();
  });
  const names = new Map(milestones.map(({ milestoneId, name }) => [milestoneId, name]));
  const shownAt = (at: string) => (at === '' ? '' : showExported(new Date(at), asked.zone));
  const columns: CsvColumn<MilestoneRecipient>[] = [
    { header: 'Milestone', value: (row) => names.get(row.milestoneId) ?? '' },
    { header: `Reached (${asked.zone})`, value: (row) => shownAt(row.reachedOn) },
    { header: `Sent (${asked.zone})`, value: (row) => shownAt(row.sentOn) },
    { header: 'Seconds between', value: (row) => (row.timeMs === null ? '' : String(Math.round(row.timeMs / 1000))) },
    { header: 'Name', value: (row) => row.name },
    { header: 'Number', value: (row) => row.to },
    { header: 'Iteration', value: (row) => String(row.activityNumber) },
    { header: 'Message id', value: (row) => row.messageId },
  ];
  const shown = rows.map(presenterOf(ctx, opened));
  const lines = csvFile(columns, (last) => Promise.resolve(last ? [] : shown));
  return { name: `${campaignName}_milestones.csv`, body: Readable.from(lines) };
}
