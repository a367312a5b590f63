import {
  type CampaignMilestoneReport,
  explainedLeast,
  explainedMost,
  type MilestoneExplanation,
  type MilestoneFilter,
  type MilestoneMeasure,
  type MilestonePart,
  milestoneParts,
} from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { aggregate, type Figure, type FigureGroup } from '#platform/measures/aggregate.ts';
import { byEffect, clarityOf, explainMean, explainSum, pairUp, type Side } from '#platform/measures/explain.ts';
import type { Measure } from '#platform/measures/measure.ts';
import type { Ctx } from '../../../context.ts';
import { readFor } from '../../chat/door.ts';
import { type Asked, milestoneFacts } from './facts.repository.ts';
import { askedOf, openMilestones, runBefore } from './milestone.asked.ts';
import { aboveOf, everyMeasure, measureOf, measuresOf, partOf } from './milestone.measures.ts';
import { milestoneNotFound } from './milestone.service.ts';

type Figures = CampaignMilestoneReport['figures'];
const shown = (figures: ReadonlyMap<string, Figure> | undefined): Figures => Object.fromEntries(figures ?? []) as Figures;
const noFigures: Figures = Object.fromEntries(
  everyMeasure.map(({ code, kind }) => [code, { value: 'rows' in kind || 'distinct' in kind ? 0 : null, count: 0 }]),
);

const ofMilestone = { milestone: sql`f.milestone_id` };
const counted = measuresOf('milestone.sent', 'milestone.reached');
const everyFact = sql`true`;
const figuresOf = (groups: readonly FigureGroup[], id: string) => groups.find(({ keys }) => keys.milestone === id)?.figures;

async function readFigures(tx: Read, asked: Asked): Promise<{ whole: Figures; groups: FigureGroup[] }> {
  if (asked.activityIds.length === 0 || asked.milestones.length === 0) return { whole: noFigures, groups: [] };
  const facts = milestoneFacts(asked);
  const [whole] = await aggregate(tx, facts, everyFact, {}, everyMeasure);
  return { whole: shown(whole?.figures), groups: await aggregate(tx, facts, everyFact, ofMilestone, everyMeasure) };
}

/**
 * Counts the recipients who have reached the milestones of a campaign, read from what is recorded of them in one snapshot.
 * @throws DomainError campaign.not_found, activity.not_found, request.invalid or report.too_slow
 */
export const readReport = (
  ctx: Ctx,
  campaignId: string,
  { timeType, ...filter }: MilestoneFilter & { timeType: 'HOUR' | 'DAY' },
): Promise<CampaignMilestoneReport> =>
  readFor(ctx, async (tx) => {
    const opened = await openMilestones(ctx, tx, campaignId, filter);
    const { asked, milestones, runs } = opened;
    const { whole, groups } = await readFigures(tx, asked);
    const isEmpty = asked.activityIds.length === 0 || milestones.length === 0;
    const facts = milestoneFacts(asked);
    const times = { ...ofMilestone, day: sql`f.reached_day`, ...(timeType === 'HOUR' ? { hour: sql`f.reached_hour` } : {}) };
    const points = isEmpty ? [] : await aggregate(tx, facts, sql`f.is_reached`, times, measuresOf('milestone.reached'));
    const byRun = isEmpty ? [] : await aggregate(tx, facts, everyFact, { ...ofMilestone, activity: sql`f.activity_id` }, counted);
    const ids = milestones.map(({ milestoneId }) => milestoneId);
    const reached = (group: FigureGroup | undefined) => group?.figures.get('milestone.reached')?.count ?? 0;
    return {
      zone: asked.zone,
      asOf: ctx.now().toISOString(),
      figures: whole,
      before: filter.activityId === '' ? null : await readBefore(tx, opened),
      milestones: milestones.map(({ milestoneId, name, rule, removedAt }) => ({
        id: milestoneId,
        name,
        rule,
        removedOn: removedAt?.toISOString() ?? '',
        figures: { ...noFigures, ...shown(figuresOf(groups, milestoneId)) },
      })),
      points: pointsOf(points, ids),
      activities: runs.map(({ activityId, number, name }) => {
        const own = byRun.filter(({ keys }) => keys.activity === activityId);
        const sent = own[0]?.figures.get('milestone.sent')?.count ?? 0;
        return { activityId, number, name, sent, counts: ids.map((id) => reached(own.find(({ keys }) => keys.milestone === id))) };
      }),
    };
  });

async function readBefore(tx: Read, opened: Awaited<ReturnType<typeof openMilestones>>): Promise<CampaignMilestoneReport['before']> {
  const run = runBefore(opened);
  if (!run) return null;
  const { whole, groups } = await readFigures(tx, askedOf(opened.asked, [run]));
  const milestones = Object.fromEntries(
    opened.milestones.map(({ milestoneId }) => [milestoneId, { ...noFigures, ...shown(figuresOf(groups, milestoneId)) }]),
  );
  return { activityId: run.activityId, number: run.number, name: run.name, figures: whole, milestones };
}

/** Days or hours at which anybody reached anything, in their order. */
function pointsOf(groups: readonly FigureGroup[], ids: readonly string[]): CampaignMilestoneReport['points'] {
  const points = new Map<string, { day: string; hour: number | null; counts: number[] }>();
  for (const { keys, figures } of groups) {
    const hour = keys.hour === undefined || keys.hour === null ? null : Number(keys.hour);
    const key = `${keys.day} ${String(hour ?? 0).padStart(2, '0')}`;
    const point = points.get(key) ?? { day: keys.day ?? '', hour, counts: ids.map(() => 0) };
    point.counts[ids.indexOf(keys.milestone ?? '')] = figures.get('milestone.reached')?.count ?? 0;
    points.set(key, point);
  }
  return [...points.entries()].toSorted(([one], [other]) => one.localeCompare(other)).map(([, point]) => point);
}

/** A figure on one side. @property weight recipients that its value is of @property opened recipients that the figure opens */
type Read1 = { value: number | null; weight: number; opened: number };
type Subject = { measures: readonly Measure[]; measure: Measure };

function subjectOf(measure: Measure): Subject {
  const { kind } = measure;
  return { measure, measures: 'ratio' in kind ? [...measuresOf(...(kind.ratio as readonly MilestoneMeasure[])), measure] : [measure] };
}
function readOf({ measure }: Subject, figures: ReadonlyMap<string, Figure>): Read1 {
  const { value, count } = figures.get(measure.code) ?? { value: null, count: 0 };
  return { value, opened: count, weight: 'ratio' in measure.kind ? (figures.get(measure.kind.ratio[1])?.count ?? 0) : count };
}

type Compared = { subject: Subject; milestone: string };
async function readParts(tx: Read, { subject, milestone }: Compared, asked: Asked, by?: MilestonePart): Promise<Map<string, Read1>> {
  const where = sql`f.milestone_id = ${milestone}`;
  const groups = await aggregate(tx, milestoneFacts(asked), where, by ? { key: partOf[by] } : {}, subject.measures);
  return new Map(groups.map(({ keys, figures }) => [keys.key ?? '', readOf(subject, figures)]));
}

const asSides = (parts: ReadonlyMap<string, Read1>): Map<string, Side> =>
  new Map([...parts].map(([key, { value, weight }]) => [key, { value, count: weight }]));

/**
 * Explains the difference of a milestone's figure from that of the iteration before, by each property of which recipients are in several parts.
 * @throws DomainError campaign.not_found, activity.not_found, campaign.milestone_not_found or report.too_slow
 */
export const explainMilestone = (
  ctx: Ctx,
  campaignId: string,
  { activityId, milestone, measure: code }: { activityId: string; milestone: string; measure: MilestoneExplanation['measure'] },
): Promise<MilestoneExplanation> =>
  readFor(ctx, async (tx) => {
    const opened = await openMilestones(ctx, tx, campaignId, { activityId, fromDate: '', toDate: '' });
    if (!opened.milestones.some(({ milestoneId }) => milestoneId === milestone)) throw milestoneNotFound();
    const run = runBefore(opened);
    const sides = { before: askedOf(opened.asked, run ? [run] : []), after: opened.asked };
    const measure = measureOf(code);
    const zero: Read1 = { value: null, weight: 0, opened: 0 };
    const wholeOf = async (asked: Asked, subject: Subject) =>
      asked.activityIds.length === 0 ? zero : ((await readParts(tx, { subject, milestone }, asked)).get('') ?? zero);
    const whole = subjectOf(measure);
    const [was, is] = [await wholeOf(sides.before, whole), await wholeOf(sides.after, whole)];
    const above = 'quantile' in measure.kind ? was.value : null;
    const subject = above === null ? whole : subjectOf(aboveOf(measure, above));
    const isTooFew =
      !run || ('rows' in measure.kind ? was.weight + is.weight < explainedLeast : Math.min(was.weight, is.weight) < explainedLeast);
    const [from, to] = above === null ? [was, is] : [await wholeOf(sides.before, subject), await wholeOf(sides.after, subject)];
    return {
      measure: code,
      before: { value: was.value, count: was.opened },
      after: { value: is.value, count: is.opened },
      above,
      change: (to.value ?? 0) - (from.value ?? 0),
      isTooFew,
      properties: isTooFew ? [] : await explainParts(tx, { subject, milestone }, sides),
    };
  });

async function explainParts(
  tx: Read,
  compared: Compared,
  { before, after }: { before: Asked; after: Asked },
): Promise<MilestoneExplanation['properties']> {
  const isMean = 'ratio' in compared.subject.measure.kind;
  const found: { clarity: number; property: MilestoneExplanation['properties'][number] }[] = [];
  for (const by of milestoneParts) {
    const [was, is] = [await readParts(tx, compared, before, by), await readParts(tx, compared, after, by)];
    const parts = pairUp(asSides(was), asSides(is)).filter((part) => part.before.count + part.after.count > 0);
    // A part that all are in explains nothing; nor do shares of parts that are on one side alone.
    const isOnBoth = parts.some((part) => part.before.count > 0 && part.after.count > 0);
    if (parts.length < 2 || (isMean && !isOnBoth)) continue;
    const changes = byEffect(isMean ? explainMean(parts) : explainSum(parts));
    const opened = (of: ReadonlyMap<string, Read1>, key: string) => of.get(key)?.opened ?? 0;
    const others = changes.slice(explainedMost);
    found.push({
      clarity: clarityOf(changes),
      property: {
        by,
        parts: changes.slice(0, explainedMost).map((part) => ({
          ...{ key: part.key, change: part.change, slower: part.slower, more: part.more },
          before: { value: part.before.value, count: opened(was, part.key) },
          after: { value: part.after.value, count: opened(is, part.key) },
        })),
        others: { parts: others.length, change: others.reduce((sum, { change }) => sum + change, 0) },
      },
    });
  }
  return found.toSorted((one, other) => other.clarity - one.clarity).map(({ property }) => property);
}
