export { textSummary as summary } from '../shared/summary.ts';
