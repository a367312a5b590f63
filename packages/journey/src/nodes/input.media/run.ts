import { askingRun } from '../shared/asking.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'input.media'> = askingRun<'input.media'>({
  read(turn, { config }, { media }) {
    if (media.length === 0 || media.some(({ kind, size }) => !(config.kinds as string[]).includes(kind) || size > config.mostBytes))
      return undefined;
    const wait = turn.instance.wait;
    const held = [...(wait?.kind === 'answer' ? wait.chosen : []), ...media];
    if (held.length < config.count) return { further: held };
    return { value: config.count === 1 ? (held[0] ?? null) : held.slice(0, config.count) };
  },
});
