import type { FigureName, Figures } from './figures.ts';

/** Figures that the replay of what was must meet. */
export const calibrated = ['waitMedianMs', 'waitP90Ms', 'missed', 'load'] as const satisfies readonly FigureName[];
export type Calibrated = (typeof calibrated)[number];

/** Each may differ by this share, or by its own amount where that is more: 2 s, 3 chats, a twentieth of a chat. */
const mostShare = 0.05;
const mostApart: Record<Calibrated, number> = { waitMedianMs: 2000, waitP90Ms: 2000, missed: 3, load: 0.05 };

/** @property deviation the largest share by which a figure differs beyond its amount @property failed figures that differ by too much */
export type Calibration = { deviation: number; failed: { figure: Calibrated; was: number | null; replayed: number | null }[] };

/** Compares the replay of what was with what was. */
export function calibrate(was: Figures, replayed: Figures): Calibration {
  const failed: Calibration['failed'] = [];
  let deviation = 0;
  for (const figure of calibrated) {
    const [one, other] = [was[figure], replayed[figure]];
    if (one === null && other === null) continue;
    const apart = one === null || other === null ? Number.POSITIVE_INFINITY : Math.abs(other - one);
    if (apart <= mostApart[figure]) continue;
    const share = one === null || one === 0 ? Number.POSITIVE_INFINITY : apart / one;
    if (share > mostShare) failed.push({ figure, was: one, replayed: other });
    else deviation = Math.max(deviation, share);
  }
  return { deviation, failed };
}
