import {
  type AnalyticsExplanation,
  type AnalyticsFilter,
  type AnalyticsMeasure,
  type AnalyticsPart,
  type AnalyticsRows,
  analyticsParts,
  explainedLeast,
  explainedMost,
} from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { aggregate, type Figure } from '#platform/measures/aggregate.ts';
import { byEffect, clarityOf, explainMean, explainSum, type PartChange, pairUp, type Side } from '#platform/measures/explain.ts';
import type { Measure } from '#platform/measures/measure.ts';
import type { Ctx } from '../../../context.ts';
import { departmentNames } from '../../account/door.ts';
import { comparedWith, readAsked, readFor } from './analytics.asked.ts';
import { aboveOf, measureOf, measuresOf } from './analytics.measures.ts';
import { listNames } from './analytics.repository.ts';
import { type Asked, chatFacts, isAsked, partOf } from './facts.repository.ts';

/** A part on one side. @property weight rows that its value is of @property opened rows that the figure opens */
type Read1 = { value: number | null; weight: number; opened: number };
/** A figure that is explained. */
type Subject = { measures: readonly Measure[]; read: (figures: ReadonlyMap<string, Figure>) => Read1; isMean: boolean };

const ofFigure = (figures: ReadonlyMap<string, Figure>, code: string): Figure => figures.get(code) ?? { value: null, count: 0 };

function subjectOf(measure: Measure): Subject {
  const { kind, code } = measure;
  const isMean = 'mean' in kind || 'ratio' in kind;
  const [of, by] = 'ratio' in kind ? (kind.ratio as readonly [AnalyticsMeasure, AnalyticsMeasure]) : [];
  const measures = of && by ? [...measuresOf(of, by), measure] : [measure];
  const read = (figures: ReadonlyMap<string, Figure>) => {
    const { value, count } = ofFigure(figures, code);
    return { value, opened: count, weight: by ? ofFigure(figures, by).count : count };
  };
  return { measures, read, isMean };
}

async function readParts(tx: Read, { measures, read }: Subject, asked: Asked, by: AnalyticsPart): Promise<Map<string, Read1>> {
  const groups = await aggregate(tx, chatFacts, isAsked(asked, false), { key: partOf[by] }, measures);
  return new Map(groups.map(({ keys, figures }): [string, Read1] => [keys.key ?? '', read(figures)]));
}

async function readWhole(tx: Read, { measures, read }: Subject, asked: Asked): Promise<Read1> {
  const [whole] = await aggregate(tx, chatFacts, isAsked(asked, false), {}, measures);
  return read(whole?.figures ?? new Map());
}

const asSides = (parts: ReadonlyMap<string, Read1>): Map<string, Side> =>
  new Map([...parts].map(([key, { value, weight }]) => [key, { value, count: weight }]));
const sumOf = (parts: readonly PartChange[], read: (part: PartChange) => number): number =>
  parts.reduce((sum, part) => sum + read(part), 0);

/**
 * Explains the difference of a figure from that of the days before, by each property of which chats are in several parts.
 * @throws DomainError request.invalid, report.too_slow
 */
export const explainFigure = (ctx: Ctx, asks: AnalyticsFilter & { measure: AnalyticsMeasure }): Promise<AnalyticsExplanation> =>
  readFor(ctx, async (tx) => {
    const { measure: code, compare, ...filter } = asks;
    const after = await readAsked(ctx, tx, { ...filter, compare });
    const before = comparedWith(after, compare, ctx.now());
    const measure = measureOf(code);
    const [was, is] = [await readWhole(tx, subjectOf(measure), before), await readWhole(tx, subjectOf(measure), after)];
    const above = 'quantile' in measure.kind ? was.value : null;
    const subject = above === null ? subjectOf(measure) : subjectOf(aboveOf(measure, above));
    const isTooFew = 'rows' in measure.kind ? was.weight + is.weight < explainedLeast : Math.min(was.weight, is.weight) < explainedLeast;
    const [from, to] = above === null ? [was, is] : [await readWhole(tx, subject, before), await readWhole(tx, subject, after)];
    return {
      measure: code,
      unit: measure.unit as AnalyticsRows['unit'],
      before: { fromDate: before.first, toDate: before.last, value: was.value, count: was.opened },
      after: { fromDate: after.first, toDate: after.last, value: is.value, count: is.opened },
      change: (to.value ?? 0) - (from.value ?? 0),
      above,
      isTooFew,
      properties: isTooFew ? [] : await explainParts(ctx, tx, subject, before, after),
    };
  });

async function explainParts(
  ctx: Ctx,
  tx: Read,
  subject: Subject,
  before: Asked,
  after: Asked,
): Promise<AnalyticsExplanation['properties']> {
  const nameOf = await namesOf(ctx, tx);
  const found: { clarity: number; property: AnalyticsExplanation['properties'][number] }[] = [];
  // A reader of their own chats alone compares no agents.
  for (const by of analyticsParts.filter((part) => part !== 'lastAgent' || after.scope !== 'own')) {
    const [was, is] = [await readParts(tx, subject, before, by), await readParts(tx, subject, after, by)];
    const parts = pairUp(asSides(was), asSides(is));
    // A part that all are in explains nothing; nor do the means of parts that are on one side alone, such as the weekdays of two days.
    const isOnBoth = parts.some(({ before, after }) => before.count > 0 && after.count > 0);
    const counted = parts.filter(({ before, after }) => before.count + after.count > 0);
    if ((subject.isMean ? counted : parts).length < 2 || (subject.isMean && !isOnBoth)) continue;
    const changes = byEffect(subject.isMean ? explainMean(counted) : explainSum(counted));
    const [named, others] = [changes.slice(0, explainedMost), changes.slice(explainedMost)];
    const opened = (of: ReadonlyMap<string, Read1>, key: string) => of.get(key)?.opened ?? 0;
    found.push({
      clarity: clarityOf(changes),
      property: {
        by,
        parts: named.map(({ key, change, slower, more, ...sides }) => ({
          ...{ key, name: nameOf(by, key), change, slower, more },
          before: { value: sides.before.value, count: opened(was, key) },
          after: { value: sides.after.value, count: opened(is, key) },
        })),
        others: {
          parts: others.length,
          change: sumOf(others, ({ change }) => change),
          slower: sumOf(others, ({ slower }) => slower),
          more: sumOf(others, ({ more }) => more),
          before: sumOf(others, ({ key }) => opened(was, key)),
          after: sumOf(others, ({ key }) => opened(is, key)),
        },
      },
    });
  }
  return found.toSorted((one, other) => other.clarity - one.clarity).map(({ property }) => property);
}

/** Names of parts; empty for those that have none, that are gone, or that the reader's language names. */
async function namesOf(ctx: Ctx, tx: Read): Promise<(by: AnalyticsPart, key: string) => string> {
  const { channels, labels, users } = await listNames(tx, ctx.enterpriseId);
  const departments = await departmentNames(tx, ctx.enterpriseId);
  return (by, key) => {
    if (by === 'department') return departments.get(key) ?? '';
    if (by === 'channel') return channels.get(key) ?? '';
    if (by === 'lastAgent') return users.get(key)?.name ?? '';
    const marks = by === 'labels' && key !== '' ? key.split(',') : [];
    return marks
      .flatMap((id) => labels.get(id) ?? [])
      .toSorted((one, other) => one.localeCompare(other))
      .join(', ');
  };
}
