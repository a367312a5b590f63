import { choosingRun } from '../shared/choosing.ts';
import { askChoices, itemOptions } from '../shared/options.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'message.buttons'> = choosingRun<'message.buttons'>({
  style: 'buttons',
  contents(turn, node, page) {
    const options = itemOptions(turn, node);
    const { text, media } = node.config;
    return askChoices(turn, { text: turn.write(text), style: 'buttons', media: media && turn.media(media) }, options, page).contents;
  },
  options: itemOptions,
});
