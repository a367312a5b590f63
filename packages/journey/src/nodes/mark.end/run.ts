import type { Run } from '../shared/run.ts';

export const run: Run<'mark.end'> = { run: (_turn, { config }) => ({ kind: 'end', outcome: config.outcome }) };
