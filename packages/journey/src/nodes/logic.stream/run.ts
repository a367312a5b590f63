import type { Run } from '../shared/run.ts';

export const run: Run<'logic.stream'> = {
  run(turn, { config }) {
    const given = Object.entries(config.given);
    return {
      kind: 'enter',
      stream: config.stream.id,
      given: Object.fromEntries(given.map(([name, source]) => [name, turn.value(source)])),
      secret: given.flatMap(([name, source]) => (turn.isSecret(source) ? [name] : [])),
    };
  },
};
