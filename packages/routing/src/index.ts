export { type Assignment, confirm, countMisfits, type Decision, decide, explain, mostInARound, type Verdict } from './decide.ts';
export { fitTextOf } from './fit.ts';
export type { Desk, Situation, Waiting } from './situation.ts';
