import { Readable } from 'node:stream';
import { type ResponseRow, showExported } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { type CsvColumn, csvFile } from '#platform/files/csv-table.ts';
import type { Ctx } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { type Reading, readingOf, shownAddress, shownName } from '../../customer/door.ts';
import { idsOf, listRuns } from '../campaign/campaign.report.ts';
import { accessCampaign } from '../row/campaign.access.ts';
import { campaignRecord } from '../row/campaign.record.ts';
import { listResponseLines, type ResponseFilter, type ResponseLine } from '../row/response.repository.ts';

type Filter = ResponseFilter & { activityId: string };
const mostShown = 200;

const present = ({ responseId, body, address, name, at, ...row }: ResponseLine, eyes: Reading): ResponseRow => ({
  id: responseId,
  activityId: row.activityId,
  messageId: row.messageId,
  kind: row.kind,
  from: shownAddress(address, eyes),
  name: shownName(name ?? '', eyes),
  button: row.button,
  payload: row.payload,
  text: body,
  receivedOn: at.toISOString(),
});

/** Lists people's answers to messages of a campaign. @throws DomainError campaign.not_found or activity.not_found */
export const listResponses = (
  ctx: Ctx,
  campaignId: string,
  { from, perPage, activityId, ...filter }: Filter & { from: number; perPage: number },
): Promise<{ responses: ResponseRow[]; more: boolean }> =>
  ctx.read(async (tx) => {
    const limit = perPage === -1 ? mostShown : perPage;
    const ids = idsOf(await listRuns(ctx, tx, campaignId, activityId));
    const lines = await listResponseLines(tx, ctx.enterpriseId, ids, filter, { from, limit: limit + 1 });
    const eyes = readingOf(ctx.actor);
    return { responses: lines.slice(0, limit).map((line) => present(line, eyes)), more: lines.length > limit };
  });

/** The same rows as CSV; who takes them out of the house is noted before the first one leaves. @returns the name of the file, and its text */
export async function exportResponses(
  ctx: Ctx,
  campaignId: string,
  { activityId, ...filter }: Filter,
): Promise<{ name: string; rows: Readable }> {
  const { ids, name } = await ctx.transaction(async (tx) => {
    const campaign = await accessCampaign(tx, ctx.actor, campaignId);
    const runs = await listRuns(ctx, tx, campaignId, activityId);
    recordChange(ctx, tx, { record: campaignRecord, id: campaignId, action: 'export', name: campaign.name });
    return { ids: idsOf(runs), name: `${campaign.name}_responses.csv` };
  });
  return { name, rows: Readable.from(lines(ctx, ids, filter)) };
}

const batch = 2000;

async function* lines(ctx: Ctx, ids: readonly string[], filter: ResponseFilter): AsyncGenerator<string> {
  const timeZone = await ctx.read((tx) => readTimeZone(tx, ctx.enterpriseId));
  const eyes = readingOf(ctx.actor);
  const columns: CsvColumn<ResponseLine>[] = [
    { header: `Received (${timeZone})`, value: (line) => showExported(line.at, timeZone) },
    { header: 'From', value: (line) => shownAddress(line.address, eyes) },
    { header: 'Name', value: (line) => shownName(line.name ?? '', eyes) },
    { header: 'Kind', value: (line) => line.kind },
    { header: 'Button', value: (line) => line.button },
    { header: 'Payload', value: (line) => line.payload },
    { header: 'Text', value: (line) => line.body },
    { header: 'Iteration id', value: (line) => line.activityId },
    { header: 'Message id', value: (line) => line.messageId },
  ];
  yield* csvFile(columns, (last) =>
    ctx.read((tx) => listResponseLines(tx, ctx.enterpriseId, ids, filter, { before: last?.responseId ?? '', limit: batch })),
  );
}
