export { check } from './check.ts';
export {
  addOpen,
  closedReason,
  closedSince,
  type Instant,
  type Interval,
  nextOpening,
  openAt,
  openBetween,
  type Rule,
  strip,
} from './hours.ts';
export { hoursIn } from './known.ts';
