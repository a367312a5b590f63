import { shownTo } from '../../engine/hand-over.ts';
import { waitFor } from '../../engine/turn.ts';
import { laterBy } from '../../expression/dates.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'talk.department'> = {
  /** Hands over to a person, with the stream's knowledge and sensitive values masked. */
  run(turn, { id, config }) {
    turn.effects.push({
      kind: 'handOver',
      node: id,
      department: config.department.id,
      priority: config.priority,
      note: turn.hidden(turn.write(config.note)),
      shown: shownTo(turn, config.shows),
      returns: config.returns,
    });
    if (!config.returns) return { kind: 'handedOver' };
    return waitFor({
      kind: 'agent',
      dueAt: config.timeoutSeconds === null ? null : laterBy(turn.now, config.timeoutSeconds, turn.facts.zone),
    });
  },
};
