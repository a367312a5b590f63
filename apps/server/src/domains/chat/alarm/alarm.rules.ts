import type { AlarmKind, AlarmLimits } from '@parley/contract';

/** Figures of a department as alarms see them. Null: nobody waits */
export type AlarmFigures = {
  waitSeconds: number | null;
  unansweredSeconds: number | null;
  waiting: number;
  online: number;
  isOpen: boolean;
};
export type Limits = Omit<AlarmLimits, 'version'>;
/** An alarm that rings. @property belowSince since when its figure is below the limit; null: it is not */
export type Ringing = { since: Date; belowSince: Date | null; figure: number; limit: number };

/** An alarm ends when its figure has been below the limit for so long. */
export const quietMs = 30_000;

/** The figure of a kind, and the limit at which it rings; 0: never. */
const measures: Record<AlarmKind, (figures: AlarmFigures, limits: Limits) => { figure: number; limit: number }> = {
  wait: ({ waitSeconds }, limits) => ({ figure: waitSeconds ?? 0, limit: limits.waitSeconds }),
  unanswered: ({ unansweredSeconds }, limits) => ({ figure: unansweredSeconds ?? 0, limit: limits.unansweredSeconds }),
  queue: ({ waiting }, limits) => ({ figure: waiting, limit: limits.queueLength }),
  nobody: ({ online, isOpen }, { nobodyOnline }) => ({ figure: isOpen && online === 0 ? 1 : 0, limit: nobodyOnline ? 1 : 0 }),
};

/**
 * Decides one alarm: it rings from the limit on, and until its figure has been below the limit for 30 s. One that is switched off ends at once.
 * @param state null: it does not ring
 * @returns the state from now on
 */
export function alarm(kind: AlarmKind, state: Ringing | null, figures: AlarmFigures, limits: Limits, now: Date): Ringing | null {
  const { figure, limit } = measures[kind](figures, limits);
  if (limit === 0) return null;
  if (figure >= limit) return state ? { ...state, belowSince: null } : { since: now, belowSince: null, figure, limit };
  if (!state) return null;
  const belowSince = state.belowSince ?? now;
  return now.getTime() - belowSince.getTime() >= quietMs ? null : { ...state, belowSince };
}
