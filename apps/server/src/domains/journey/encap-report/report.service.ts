import { type CallAnswer, type EncapData, type endpoints, fieldError, type LaunchFigures, type MilestoneStep } from '@parley/contract';
import { type FormDocument, fieldsOf, isOfFiles, mask } from '@parley/journey';
import type { Read } from '#platform/db/database.ts';
import { invalidRequest } from '#platform/http/domain-error.ts';
import { spanOf } from '#platform/zone/zone-days.ts';
import type { Ctx } from '../../../context.ts';
import { readingOf } from '../../customer/door.ts';
import { accessEncap } from '../encap/encap.query.ts';
import { findFormVersions } from '../form/version.repository.ts';
import { shownAnswer } from '../form-answer/answer.service.ts';
import { presentLink } from '../launch/launch.links.ts';
import { listLaunches } from '../launch/launch.repository.ts';
import { accessLaunch, presentLaunch } from '../launch/launch.service.ts';
import { countLinks, countMade, type LinkRow, listLinks } from '../link/link.repository.ts';
import { orderMilestones } from '../milestone/milestone.report.ts';
import { listNamed } from '../milestone/milestone.repository.ts';
import {
  type Asked,
  countPoints,
  countStarted,
  countSteps,
  type DataRow,
  listAnswered,
  listData,
  listReached,
} from './report.repository.ts';

type Calls = typeof endpoints.encapReports;
export type Range = { campaignId: string; instanceId: string; fromDate: string; toDate: string };
type Page = { from: number; perPage: number };
const mostShown = 200;

/** Opens a report, with its days as moments. @throws DomainError encap.not_found, encap.launch_not_found or request.invalid for a backwards range */
export async function openReport(
  ctx: Ctx,
  tx: Read,
  { campaignId, instanceId, fromDate, toDate }: Range,
): Promise<Asked & { zone: string; published: number; name: string }> {
  const { enterpriseId } = ctx;
  const { published, name } = await accessEncap(tx, enterpriseId, campaignId);
  if (instanceId !== '') await accessLaunch(tx, enterpriseId, { encapId: campaignId, instanceId });
  if (fromDate !== '' && toDate !== '' && fromDate > toDate) throw invalidRequest(fieldError('fromDate', 'days.backwards'));
  const zone = await ctx.readTimeZone(tx);
  const { from = null, until = null } = spanOf({ fromDate, toDate }, zone);
  return { enterpriseId, encapId: campaignId, launchId: instanceId, from, to: until, zone, published, name };
}
const linksOf = ({ encapId, launchId, from, to }: Asked) => ({ encapId, launchId, state: '' as const, phone: '', from, to });

const added = (all: readonly LaunchFigures[]): LaunchFigures =>
  all.reduce(
    (sum, one) =>
      Object.fromEntries(Object.entries(sum).map(([key, value]) => [key, value + one[key as keyof LaunchFigures]])) as LaunchFigures,
    { launched: 0, notSent: 0, unopened: 0, opened: 0, inProgress: 0, handedOver: 0, completed: 0, ended: 0, expired: 0, closed: 0 },
  );

/** The equation of a launch or of all of them: from the counts where no days are asked for, else from the links of these days (CAMP-039). */
export const readInstanceCount = (ctx: Ctx, range: Range): Promise<CallAnswer<Calls['instanceCount']>> =>
  ctx.read(async (tx) => {
    const asked = await openReport(ctx, tx, range);
    const launches = await listLaunches(tx, ctx.enterpriseId, asked.encapId, { from: 0, limit: 10_000 });
    const chosen = launches.filter(({ launchId }) => asked.launchId === '' || launchId === asked.launchId);
    const figures =
      asked.from === null && asked.to === null
        ? added([
            ...(
              await countLinks(
                tx,
                ctx.enterpriseId,
                chosen.map(({ launchId }) => launchId),
              )
            ).values(),
          ])
        : await countMade(tx, ctx.enterpriseId, linksOf(asked));
    return { ...figures, instances: chosen.length };
  });

/** Launches; with one of them its links (CAMP-040). */
export const readInstances = (ctx: Ctx, { from, perPage, ...range }: Range & Page): Promise<CallAnswer<Calls['instances']>> =>
  ctx.read(async (tx) => {
    const asked = await openReport(ctx, tx, range);
    const limit = perPage === -1 ? mostShown : perPage;
    const page = { from, limit: limit + 1 };
    if (asked.launchId === '') {
      const rows = await listLaunches(tx, ctx.enterpriseId, asked.encapId, page);
      const shown = rows.slice(0, limit);
      const figures = await countLinks(
        tx,
        ctx.enterpriseId,
        shown.map(({ launchId }) => launchId),
      );
      return { instances: shown.map((row) => presentLaunch(ctx, row, figures.get(row.launchId))), links: [], more: rows.length > limit };
    }
    const launch = await accessLaunch(tx, ctx.enterpriseId, { encapId: asked.encapId, instanceId: asked.launchId });
    const figures = (await countLinks(tx, ctx.enterpriseId, [asked.launchId])).get(asked.launchId);
    const rows = await listLinks(tx, ctx.enterpriseId, linksOf(asked), page);
    const eyes = readingOf(ctx.actor);
    return {
      instances: [presentLaunch(ctx, launch, figures)],
      links: rows.slice(0, limit).map((row) => presentLink(row, eyes)),
      more: rows.length > limit,
    };
  });

type Versions = ReadonlyMap<string, FormDocument>;
const versionKey = (formId: string, number: number) => `${formId} ${number}`;
async function readVersions(tx: Read, enterpriseId: string, rows: Iterable<DataRow>): Promise<Versions> {
  const wanted = new Map(
    [...rows].flatMap(({ answers }) => answers.map(({ formId, number }) => [versionKey(formId, number), [formId, number] as const])),
  );
  const found = await findFormVersions(tx, enterpriseId, [...wanted.values()]);
  return new Map(found.map(({ formId, number, document }) => [versionKey(formId, number), document]));
}

/** The answers of a walk in the order of its forms, sensitive ones masked: a later form's answer of the same name stands in the place of the first one's. */
function valuesOf(row: DataRow | undefined, versions: Versions, zone: string): EncapData['values'] {
  const values = new Map<string, string>();
  for (const { formId, number, answers, isSealed } of row?.answers ?? []) {
    const document = versions.get(versionKey(formId, number));
    for (const field of document ? fieldsOf(document) : []) {
      const value = answers[field.id] ?? null;
      const isHidden = field.isSensitive && !isOfFiles(field);
      if (isHidden ? !isSealed : value === null) continue;
      values.set(field.name, isHidden ? mask : shownAnswer(document as FormDocument, value, zone));
    }
  }
  return [...values].map(([name, text]) => ({ name, text }));
}

/** Rows of the data of links, for a page of the report or of its file. */
export async function readData(ctx: Ctx, tx: Read, rows: readonly LinkRow[], zone: string): Promise<EncapData[]> {
  const { enterpriseId } = ctx;
  const eyes = readingOf(ctx.actor);
  const data = await listData(
    tx,
    enterpriseId,
    rows.map(({ linkId }) => linkId),
  );
  const versions = await readVersions(tx, enterpriseId, data.values());
  return rows.map((row) => {
    const own = data.get(row.linkId);
    return {
      ...presentLink(row, eyes),
      instanceName: own?.launchName ?? '',
      outcome: own?.outcome ?? '',
      values: valuesOf(own, versions, zone),
    };
  });
}

export const readDataCollection = (ctx: Ctx, { from, perPage, ...range }: Range & Page): Promise<CallAnswer<Calls['dataCollection']>> =>
  ctx.read(async (tx) => {
    const asked = await openReport(ctx, tx, range);
    const limit = perPage === -1 ? mostShown : perPage;
    const rows = await listLinks(tx, ctx.enterpriseId, linksOf(asked), { from, limit: limit + 1 });
    return { rows: await readData(ctx, tx, rows.slice(0, limit), asked.zone), more: rows.length > limit };
  });

/** Names of the fields that were answered, for the columns of a file. */
export async function readColumns(ctx: Ctx, tx: Read, encapId: string): Promise<string[]> {
  const found = await findFormVersions(tx, ctx.enterpriseId, await listAnswered(tx, ctx.enterpriseId, encapId));
  return [
    ...new Set(
      found.flatMap(({ document }) =>
        fieldsOf(document)
          .filter(({ kind }) => kind !== 'note' && kind !== 'picture')
          .map(({ name }) => name),
      ),
    ),
  ];
}

async function readSteps(
  ctx: Ctx,
  tx: Read,
  asked: Asked & { published: number },
): Promise<{ started: number; milestones: MilestoneStep[] }> {
  const named = await listNamed(tx, ctx.enterpriseId, asked.encapId);
  const ordered = orderMilestones(named, await listReached(tx, asked), asked.published);
  const started = await countStarted(tx, asked);
  const steps = await countSteps(
    tx,
    asked,
    ordered.map(({ id }) => id),
  );
  const milestones = steps.map(({ count, people, both, stepMs }, place) => {
    const former = steps[place - 1];
    const one = ordered[place] as (typeof ordered)[number];
    const isAfter = former !== undefined && !one.isRemoved;
    return {
      ...{ ...one, count, people, share: started === 0 ? 0 : count / started },
      stepShare: isAfter && former.count > 0 ? both / former.count : null,
      stepMs: isAfter ? stepMs : null,
    };
  });
  return { started, milestones };
}

export const readMilestoneCount = (ctx: Ctx, range: Range): Promise<CallAnswer<Calls['milestoneCount']>> =>
  ctx.read(async (tx) => readSteps(ctx, tx, await openReport(ctx, tx, range)));

export const readMilestoneGraph = (
  ctx: Ctx,
  { timeType, ...range }: Range & { timeType: 'HOUR' | 'DAY' },
): Promise<CallAnswer<Calls['milestoneGraph']>> =>
  ctx.read(async (tx) => {
    const asked = await openReport(ctx, tx, range);
    const { milestones } = await readSteps(ctx, tx, asked);
    const points = await countPoints(tx, asked, timeType === 'HOUR' ? 'hour' : 'day', asked.zone);
    return {
      milestones,
      points: points.map(({ from, to, counts }) => ({
        from: from.toISOString(),
        to: to.toISOString(),
        counts: milestones.map(({ id }) => counts[id] ?? 0),
      })),
    };
  });
