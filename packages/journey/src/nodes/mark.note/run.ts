import { next } from '../shared/next.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'mark.note'> = { run: next };
