import { next } from '../shared/next.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'data.sets'> = {
  run(turn, { config }) {
    for (const { ref, id } of config.sets) {
      const name = ref === 'group' ? 'groups' : 'labels';
      const held = turn.customer[name];
      const others = (Array.isArray(held) ? held : []).filter((one) => one !== id);
      turn.customer[name] = config.action === 'add' ? [...others, id] : others;
    }
    turn.effects.push({ kind: 'sets', action: config.action, sets: config.sets });
    return next();
  },
};
