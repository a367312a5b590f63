export { type Assignment, confirm, countMisfits, type Decision, decide, explain, mostInARound, type Verdict } from './decide.ts';
export { fitTextOf } from './fit.ts';
export { compareChats } from './order.ts';
export { medianShare, minuteOf, rampLeftOf, type Starting } from './ramp.ts';
export type { Desk, Situation, Waiting } from './situation.ts';
