import { choosingRun } from '../shared/choosing.ts';
import { itemOptions } from '../shared/options.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'message.template'> = choosingRun<'message.template'>({
  style: 'buttons',
  contents(turn, { config: { template, values, media, items } }) {
    return [
      {
        kind: 'template',
        template: template.id,
        values: Object.fromEntries(Object.entries(values).map(([name, source]) => [name, turn.text(source)])),
        media: media && turn.media(media),
        items: items.map(({ id }) => id),
      },
    ];
  },
  options: itemOptions,
  // All of its quick replies are offered at once.
  isPaged: () => false,
});
