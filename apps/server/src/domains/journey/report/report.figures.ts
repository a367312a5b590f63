import { type StreamFigures, type StreamRange, walkEndings } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { openReport, presentSpan } from '../span/report.span.ts';
import { findMoments } from '../span/span.repository.ts';
import { countDays, type DayFigure, timeEnded } from './figures.repository.ts';

const addUp = (figures: readonly DayFigure[]) => {
  const sumOf = (what: DayFigure['what']) => figures.reduce((sum, one) => (one.what === what ? sum + one.count : sum), 0);
  return {
    started: sumOf('started'),
    endings: Object.fromEntries(walkEndings.map((ending) => [ending, sumOf(ending)])) as StreamFigures['endings'],
  };
};

/**
 * Counts the walks that began on some days. Figures of days are counted with the walks themselves, and those under way in the same statement, so
 * started walks are always those of all endings together.
 * @throws DomainError journey.not_found or request.invalid
 */
export function readFigures(ctx: Ctx, journeyId: string, range: StreamRange): Promise<StreamFigures> {
  return ctx.read(async (tx) => {
    const { span, asked } = await openReport(ctx, tx, journeyId, range);
    const counted = Map.groupBy(await countDays(tx, asked), ({ day }) => day);
    const days: StreamFigures['days'] = [];
    for (const [day, figures] of counted) {
      const { from, to } = await findMoments(tx, day, day, span.zone);
      days.push({ day, from: from.toISOString(), to: to.toISOString(), ...addUp(figures) });
    }
    return { span: presentSpan(span), ...addUp([...counted.values()].flat()), ...(await timeEnded(tx, asked)), days };
  });
}
