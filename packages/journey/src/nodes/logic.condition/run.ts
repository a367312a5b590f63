import { leave } from '../../engine/turn.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'logic.condition'> = { run: (turn, { config }) => leave(turn.holds(config.test) ? 'yes' : 'no') };
