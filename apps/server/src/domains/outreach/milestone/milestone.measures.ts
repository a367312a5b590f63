import { type MilestoneMeasure, type MilestonePart, milestoneMeasures } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import { columnOf } from '#platform/measures/aggregate.ts';
import { defineGrain, type Measure, type Where } from '#platform/measures/measure.ts';

const facts = {
  about:
    'One recipient whom a message of an iteration has left for, and one milestone of its campaign, whether it was reached or not. What reaches it is ' +
    'recorded by others: receipts, answers, opened links, walks, replies of agents, refusals.',
  clock: 'when the iteration began',
  permission: 'CAMPAIGNS.VIEW_CAMPAIGNREPORT',
} as const;
type Coded = Measure & { code: MilestoneMeasure };

const count = (code: MilestoneMeasure, where: Where, more: Partial<Pick<Measure, 'unit' | 'better' | 'kind'>> = {}): Coded => ({
  code,
  version: 1,
  since: '2026-11-30',
  unit: 'people',
  better: 'more',
  kind: { rows: true },
  where,
  ...more,
});
const reached = { is_reached: true } as const;

/** Figures of the milestones of a campaign. A step is from one milestone to the next in their order. */
export const milestoneGrain = defineGrain('milestone', facts, [
  count('milestone.sent', {}, { better: 'neither' }),
  count('milestone.recipients', {}, { better: 'neither', kind: { distinct: 'recipient_id', within: 'range' } }),
  count('milestone.reached', reached),
  count('milestone.reachedAny', reached, { kind: { distinct: 'recipient_id', within: 'range' } }),
  count('milestone.people', { ...reached, customer_id: 'notNull' }, { kind: { distinct: 'customer_id', within: 'range' } }),
  count('milestone.share', {}, { unit: 'share', kind: { ratio: ['milestone.reached', 'milestone.sent'] } }),
  count('milestone.timeMedian', reached, { unit: 'ms', better: 'less', kind: { quantile: ['time_ms', 50] } }),
  count('milestone.timeP90', reached, { unit: 'ms', better: 'less', kind: { quantile: ['time_ms', 90] } }),
  count('milestone.hadFormer', { had_former: true }, { better: 'neither' }),
  count('milestone.afterFormer', { is_after_former: true }),
  count('milestone.stepShare', {}, { unit: 'share', kind: { ratio: ['milestone.afterFormer', 'milestone.hadFormer'] } }),
  count('milestone.stepMedian', { is_after_former: true }, { unit: 'ms', better: 'less', kind: { quantile: ['step_ms', 50] } }),
]);

const all = new Map(milestoneGrain.measures.map((measure) => [measure.code, measure]));
export const measureOf = (code: MilestoneMeasure): Measure => all.get(code) as Measure;
export const measuresOf = (...codes: readonly MilestoneMeasure[]): Measure[] => codes.map(measureOf);
export const everyMeasure: readonly Measure[] = measuresOf(...milestoneMeasures);

/** A share opens its part. */
export const openedBy = (measure: Measure): Measure =>
  'ratio' in measure.kind ? measureOf(measure.kind.ratio[0] as MilestoneMeasure) : measure;

/** Recipients who took longer than so many milliseconds. */
export function aboveOf(measure: Measure, ms: number): Measure {
  const column = columnOf(measure.kind);
  return column === undefined
    ? measure
    : { ...measure, unit: 'people', kind: { rows: true }, where: { ...measure.where, [column]: { above: ms } } };
}

/** The part of each kind that a recipient is in, as text. */
export const partOf: Readonly<Record<MilestonePart, RawBuilder<string>>> = {
  content: sql<string>`f.content::text`,
  hour: sql<string>`f.sent_hour::text`,
  weekday: sql<string>`f.sent_weekday::text`,
  road: sql<string>`f.road`,
};
