import { endpoints, type ResponseRow } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { defineExport, listOf } from '../../account/door.ts';
import { type Reading, readingOf, shownAddress, shownName } from '../../customer/door.ts';
import { idsOf, listRuns } from '../campaign/campaign.report.ts';
import { accessCampaign, campaignNotFound } from '../row/campaign.access.ts';
import { campaignRecord } from '../row/campaign.record.ts';
import { listResponseLines, type ResponseFilter, type ResponseLine } from '../row/response.repository.ts';

type Filter = ResponseFilter & { activityId: string };
const mostShown = 200;
const { campaigns } = endpoints;

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

const batch = 2000;

/** The same rows as a file. */
export const responsesExport = defineExport({
  kind: 'campaignResponses',
  download: campaigns.responsesCsv,
  access: campaigns.responses,
  stranger: campaignNotFound,
  async open(ctx, { campaignId, activityId, ...filter }) {
    const { ids, campaignName } = await ctx.read(async (tx) => {
      const { name } = await accessCampaign(tx, ctx.actor, campaignId);
      return { ids: idsOf(await listRuns(ctx, tx, campaignId, activityId)), campaignName: name };
    });
    const eyes = readingOf(ctx.actor);
    return listOf({
      name: `${campaignName}_responses.csv`,
      trail: { record: campaignRecord, id: campaignId, name: campaignName },
      columns: [
        { head: 'Received', at: (line) => line.at },
        { head: 'From', value: (line) => shownAddress(line.address, eyes) },
        { head: 'Name', value: (line) => shownName(line.name ?? '', eyes) },
        { head: 'Kind', value: (line) => line.kind },
        { head: 'Button', value: (line) => line.button },
        { head: 'Payload', value: (line) => line.payload },
        { head: 'Text', value: (line) => line.body },
        { head: 'Iteration id', value: (line) => line.activityId },
        { head: 'Message id', value: (line) => line.messageId },
      ],
      readPage: (last: ResponseLine | undefined) =>
        ctx.read((tx) => listResponseLines(tx, ctx.enterpriseId, ids, filter, { before: last?.responseId ?? '', limit: batch })),
    });
  },
});
