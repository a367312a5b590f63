import {
  type AudienceResult,
  type BulkJob,
  type ContentPart,
  endpoints,
  type RecipientRow,
  type RunPart,
  reasonTexts,
} from '@parley/contract';
import { sql } from 'kysely';
import { recordChange } from '#platform/audit/trail.ts';
import { assertMay } from '#platform/http/route.ts';
import type { Ctx } from '../../../context.ts';
import { defineExport, type ExportColumn, listOf } from '../../account/door.ts';
import { ensureSetsBy, readingOf, shownAddress, shownName, startBulk } from '../../customer/door.ts';
import type { RecipientLine } from '../../messaging/door.run.ts';
import { listRecipients } from '../../messaging/door.sql.ts';
import { hasClicked, isOfResult, listPeopleOf } from '../audience/result.repository.ts';
import { presentMessageRow } from '../broadcast/broadcast.query.ts';
import { contentOf, numberOf } from '../content/content.rules.ts';
import { findSender } from '../message/message.repository.ts';
import { activityRecord } from '../row/activity.record.ts';
import { type ActivityRow, activityNotFound } from '../row/activity.repository.ts';
import { assertMove } from './activity.moves.ts';
import { accessSeen } from './activity.query.ts';

const { activities } = endpoints;

type Page = {
  after: number;
  perPage: number;
  status: string;
  reason: string;
  result: AudienceResult | '';
  link: string;
  content: ContentPart | '';
  run: RunPart;
};

/** Matches rows of the ledger, called `m`, of one content in the first part, or of everybody else. */
const isOfContent = (content: ContentPart) =>
  content === 'rest' ? sql<boolean>`m.content_number is null` : sql<boolean>`m.content_number = ${numberOf(content)}`;

/** The run of one of the two messages of an iteration, and its channel; '' stands for a fallback that there is not, and has nobody. */
export const runOf = ({ activityId, channelId, fallbackRunId, fallbackChannelId }: ActivityRow, run: RunPart) =>
  run === 'first' ? { runId: activityId, channelId } : { runId: fallbackRunId ?? noRun, channelId: fallbackChannelId };
const noRun = '00000000-0000-0000-0000-000000000000';

/** People of an iteration with what became of each, as their reader may see them. */
export const listPeople = (ctx: Ctx, activityId: string, page: Page): Promise<{ recipients: RecipientRow[]; more: boolean }> =>
  ctx.read(async (tx) => {
    const row = await accessSeen(ctx, tx, activityId);
    const { result, link, content, perPage, run, ...rows } = page;
    const { runId, channelId } = runOf(row, run);
    const conditions = [
      ...(result === '' ? [] : [isOfResult(result)]),
      ...(link === '' ? [] : [hasClicked(link)]),
      ...(content === '' ? [] : [isOfContent(content)]),
    ];
    const where = conditions.length > 0 ? sql.join<boolean>(conditions, sql` and `) : undefined;
    const lines = await listRecipients(tx, ctx.enterpriseId, runId, { ...rows, limit: perPage + 1, where });
    const from = channelId === null ? '' : await findSender(tx, ctx.enterpriseId, channelId);
    const eyes = readingOf(ctx.actor);
    return {
      recipients: lines.slice(0, perPage).map((line) => ({
        ...presentMessageRow({ ...line, address: shownAddress(line.address, eyes) }, from),
        number: line.number,
        name: shownName(line.name ?? '', eyes),
        content: contentOf(line, row.chosenContent),
      })),
      more: lines.length > perPage,
    };
  });

const batch = 2000;
const times = [
  ['Queued', 'createdAt'],
  ['Sent', 'sentAt'],
  ['Delivered', 'deliveredAt'],
  ['Read', 'readAt'],
  ['Failed', 'failedAt'],
] as const;

/** One row a person with every time of its status. */
export const recipientsExport = defineExport({
  kind: 'recipients',
  download: activities.export,
  access: activities.recipients,
  stranger: activityNotFound,
  async open(ctx, { activityId, run }) {
    const row = await ctx.read((tx) => accessSeen(ctx, tx, activityId));
    const { campaignName, number, chosenContent } = row;
    const { runId } = runOf(row, run);
    const eyes = readingOf(ctx.actor);
    const hasContents = run === 'first' && row.plan.contents.length > 0;
    const content: ExportColumn<RecipientLine>[] = hasContents
      ? [{ head: 'Content', value: (line) => contentOf(line, chosenContent) }]
      : [];
    const columns: ExportColumn<RecipientLine>[] = [
      { head: 'Number', value: (line) => line.number },
      { head: 'Name', value: (line) => shownName(line.name ?? '', eyes) },
      { head: 'To', value: (line) => shownAddress(line.address, eyes) },
      ...content,
      { head: 'Status', value: (line) => line.status },
      { head: 'Reason', value: (line) => line.reason },
      { head: 'What it means', value: (line) => reasonTexts[line.reason as keyof typeof reasonTexts] },
      ...times.map(([head, column]) => ({ head, at: (line: RecipientLine) => line[column] })),
    ];
    return listOf({
      name: `${campaignName}_${number}_${run === 'first' ? 'recipients' : 'fallback'}.csv`,
      trail: { record: activityRecord, id: activityId, name: `${campaignName} #${number}` },
      columns,
      readPage: (last: RecipientLine | undefined) =>
        ctx.read((tx) => listRecipients(tx, ctx.enterpriseId, runId, { after: last?.number ?? 0, limit: batch, status: '', reason: '' })),
    });
  },
});

/** A bulk job holds the ids that it is for, and reads them for each of its steps. */
const peopleOfJob = 20_000;

/**
 * Gives a label to everybody with a result now, by bulk jobs of the phone book. People outside of the phone book get none.
 * @returns the first of the jobs
 */
export async function labelPeople(
  ctx: Ctx,
  activityId: string,
  { result, name, requestKey }: { result: AudienceResult; name: string; requestKey: string },
): Promise<{ bulkJob: BulkJob; people: number }> {
  // The label is the phone book's, so its right is asked as well.
  assertMay(ctx.actor, endpoints.phoneBook.startBulk);
  const ids = await ctx.read(async (tx) => {
    const row = await accessSeen(ctx, tx, activityId);
    assertMove(ctx.actor, 'label', row);
    return listPeopleOf(tx, ctx.enterpriseId, activityId, result);
  });
  const setIds = await ctx.transaction(async (tx) => {
    const made = await ensureSetsBy(ctx, tx, 'label', [name.trim()]);
    recordChange(ctx, tx, { record: activityRecord, id: activityId, action: 'label', name: name.trim(), counts: { people: ids.length } });
    return made;
  });
  const parts = Array.from({ length: Math.max(1, Math.ceil(ids.length / peopleOfJob)) }, (_, place) =>
    ids.slice(place * peopleOfJob, (place + 1) * peopleOfJob),
  );
  const jobs: BulkJob[] = [];
  for (const [place, customerIds] of parts.entries())
    jobs.push(
      await startBulk(ctx, {
        action: 'label',
        selection: { customerIds },
        setIds,
        key: requestKey === '' ? '' : `${requestKey.slice(0, 56)}:${place}`,
      }),
    );
  return { bulkJob: jobs[0] as BulkJob, people: ids.length };
}
