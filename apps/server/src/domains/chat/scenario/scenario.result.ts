import type { ScenarioReasonTold } from '@parley/contract';
import type { Analysed } from '@parley/routing/replay';
import { reason } from '../past-range/range.reasons.ts';

/** Figures of a department, or why there are none. Names of chats and people are read when it is shown. */
export type DepartmentOutcome = {
  key: string;
  reasons: ScenarioReasonTold[];
  deviation: number;
  was: Analysed['was'];
  now: Analysed['now'];
};
export type ScenarioResult = { runs: number; departments: DepartmentOutcome[] };

/** Puts what was found before the replay together with what the replay has found: a department with a reason has no figures. */
export function toOutcome({ key, was, calibration, now }: Analysed, found: readonly ScenarioReasonTold[]): DepartmentOutcome {
  const failed = calibration.failed.map(({ figure, was: value, replayed }) => reason('notMet', { figure, was: value, replayed }));
  const reasons = [...found, ...failed];
  return { key, reasons, deviation: calibration.deviation, was, now: reasons.length > 0 ? null : now };
}
