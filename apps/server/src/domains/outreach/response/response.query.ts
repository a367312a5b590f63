import { Readable } from 'node:stream';
import { type ResponseRow, showExported } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { csvCell, headerLine } from '#platform/files/csv-line.ts';
import type { Ctx } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { type Reading, readingOf, shownAddress, shownName } from '../../customer/door.ts';
import { accessCampaign } from '../campaign/campaign.access.ts';
import { campaignRecord } from '../campaign/campaign.record.ts';
import { idsOf, listRuns } from '../campaign/campaign.report.ts';
import { listResponseLines, type ResponseFilter, type ResponseLine } from './response.repository.ts';

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
  const headers = [`Received (${timeZone})`, 'From', 'Name', 'Kind', 'Button', 'Payload', 'Text', 'Iteration id', 'Message id'];
  yield headerLine(headers.map((header) => ({ header })));
  for (let before = ''; ; ) {
    const rows = await ctx.read((tx) => listResponseLines(tx, ctx.enterpriseId, ids, filter, { before, limit: batch }));
    yield rows.map((row) => toLine(present(row, eyes), showExported(row.at, timeZone))).join('');
    before = rows.at(-1)?.responseId ?? '';
    if (rows.length < batch) return;
  }
}

const toLine = (row: ResponseRow, receivedOn: string): string =>
  `${[receivedOn, row.from, row.name, row.kind, row.button, row.payload, row.text, row.activityId, row.messageId].map(csvCell).join(',')}\r\n`;
