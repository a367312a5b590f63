import { hourReportDays, type MilestoneFigures, type MilestoneRange, streamReportDays } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { openReport, presentSpan, spanBefore } from '../span/report.span.ts';
import { countPoints, countSteps, countTotals, listNamed, listReached } from './milestone.repository.ts';

type Named = { version: number; id: string; name: string };
type Ordered = { id: string; name: string; isRemoved: boolean };

/** Puts milestones in the order of a version, with its names; those that were reached and that it has no more come last, as they were called last. */
export function orderMilestones(named: readonly Named[], reached: readonly string[], version: number): Ordered[] {
  const shown = version > 0 ? version : Math.max(0, ...named.map((one) => one.version));
  const own = named.filter((one) => one.version === shown);
  const gone = reached.filter((id) => !own.some((one) => one.id === id));
  return [
    ...own.map(({ id, name }) => ({ id, name, isRemoved: false })),
    ...gone.map((id) => ({ id, name: named.find((one) => one.id === id)?.name ?? '', isRemoved: true })),
  ];
}

/**
 * Counts the milestones of walks that began on some days. A milestone counts once a walk, at the first time; figures are those of the start, as in
 * the other reports of streams.
 * @throws DomainError journey.not_found or request.invalid
 */
export function readMilestones(ctx: Ctx, journeyId: string, { timeType, ...range }: MilestoneRange): Promise<MilestoneFigures> {
  return ctx.read(async (tx) => {
    const { journey, span, asked } = await openReport(ctx, tx, journeyId, range, timeType === 'HOUR' ? hourReportDays : streamReportDays);
    const named = await listNamed(tx, ctx.enterpriseId, journeyId);
    const ordered = orderMilestones(named, await listReached(tx, asked), range.version || journey.version);
    const last = ordered.findLast(({ isRemoved }) => !isRemoved)?.id ?? '';
    const cards = await countTotals(tx, asked, last);
    const steps = await countSteps(
      tx,
      asked,
      ordered.map(({ id }) => id),
    );
    const points = await countPoints(tx, asked, timeType);
    return {
      span: presentSpan(span),
      cards,
      before: await countTotals(tx, { ...asked, span: await spanBefore(tx, span) }, last),
      milestones: steps.map(({ count, people, both, stepMs }, place) => {
        const former = steps[place - 1];
        const isAfter = former !== undefined && !ordered[place]?.isRemoved;
        return {
          ...(ordered[place] as Ordered),
          count,
          people,
          share: cards.started === 0 ? 0 : count / cards.started,
          stepShare: isAfter && former.count > 0 ? both / former.count : null,
          stepMs: isAfter ? stepMs : null,
        };
      }),
      points: points.map(({ from, to, counts }) => ({
        from: from.toISOString(),
        to: to.toISOString(),
        counts: ordered.map(({ id }) => counts[id] ?? 0),
      })),
    };
  });
}
