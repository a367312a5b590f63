import { formatClock } from '@parley/ui/format';
import { showSeconds } from '../duration.ts';
import type { Summary } from '../shared/summary.ts';
import { nodeWords } from '../words.ts';

const say = nodeWords['logic.wait'];

export const summary: Summary<'logic.wait'> = ({ until }, { nameOf }) => {
  if (until.kind === 'duration') return showSeconds(until.seconds);
  if (until.kind === 'date') return say('untilDate', { date: until.date });
  if (until.kind === 'clock') return say('untilClock', { time: formatClock(until.time) });
  if (until.kind === 'event') return say('untilEvent', { event: until.event });
  return say('untilReceipt', { node: nameOf(until.node) });
};
