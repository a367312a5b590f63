import type { Run } from '../shared/run.ts';

export const run: Run<'logic.goto'> = { run: (_turn, { config }) => ({ kind: 'goto', node: config.node }) };
