export { type Analysed, type Asked, analyse, type Band, type BandedFigures, type Progress, type Staffing, staffings } from './analyse.ts';
export { type Calibrated, type Calibration, calibrate, calibrated } from './calibrate.ts';
export { type Change, changeWorld, type Shift } from './changes.ts';
export { type DepartmentFigures, type FigureName, type Figures, figuresOf, type HourFigures } from './figures.ts';
export type { Replayed } from './recorder.ts';
export { type Recorded, type Records, recordedAs, type Spell, toWorld } from './records.ts';
export { replay } from './replay.ts';
export { joinSpans } from './spans.ts';
export {
  type Arrival,
  type Held,
  keyOf,
  type Later,
  limitOf,
  type Outcome,
  type Person,
  type Rules,
  type Span,
  type World,
} from './world.ts';
