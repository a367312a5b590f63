import { endpoints, type MilestoneCell, type MilestoneRecipient, mostExportedRows, type Page, showNumber } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { defineExport, listOf } from '../../account/door.ts';
import { readFor } from '../../chat/door.ts';
import { readingOf, shownAddress, shownName } from '../../customer/door.ts';
import { campaignNotFound } from '../row/campaign.access.ts';
import { campaignRecord } from '../row/campaign.record.ts';
import { milestoneFacts } from './facts.repository.ts';
import { openMilestones } from './milestone.asked.ts';
import { countRows, listCustomers, type RecipientRow, readRecipients } from './milestone.rows.repository.ts';
import { milestoneNotFound } from './milestone.service.ts';

const mostShown = 200;
const calls = endpoints.campaignMilestones;
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

const batch = 1000;

/** The same rows as a file. */
export const milestonesExport = defineExport({
  kind: 'campaignMilestones',
  download: calls.csv,
  access: calls.rows,
  stranger: campaignNotFound,
  async open(ctx, { campaignId, ...cell }) {
    const opened = await readFor(ctx, (tx) => openCell(ctx, tx, campaignId, cell));
    const { campaignName, milestones, asked } = opened;
    const names = new Map(milestones.map(({ milestoneId, name }) => [milestoneId, name]));
    const facts = milestoneFacts(asked);
    let from = 0;
    return listOf({
      name: `${campaignName}_milestones.csv`,
      trail: { record: campaignRecord, id: campaignId, name: campaignName },
      zone: asked.zone,
      columns: [
        { head: 'Milestone', value: (row) => names.get(row.milestoneId) },
        { head: 'Reached', at: (row) => row.reachedOn },
        { head: 'Sent', at: (row) => row.sentOn },
        { head: 'Seconds between', value: (row) => (row.timeMs === null ? '' : Math.round(row.timeMs / 1000)) },
        { head: 'Name', value: (row) => row.name },
        { head: 'Number', value: (row) => row.to },
        { head: 'Iteration', value: (row) => row.activityNumber },
        { head: 'Message id', value: (row) => row.messageId },
      ],
      async readPage(_last: MilestoneRecipient | undefined) {
        if (isEmpty(opened)) return [];
        const rows = await readFor(ctx, (tx) => readRecipients(tx, facts, cell, { from, limit: batch }));
        from += rows.length;
        return rows.map(presenterOf(ctx, opened));
      },
    });
  },
});
