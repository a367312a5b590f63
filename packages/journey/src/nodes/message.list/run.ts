import { choosingRun } from '../shared/choosing.ts';
import { askChoices, itemOptions } from '../shared/options.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'message.list'> = choosingRun<'message.list'>({
  style: 'list',
  contents(turn, node, page) {
    const options = itemOptions(turn, node);
    const { text, button } = node.config;
    return askChoices(turn, { text: turn.write(text), style: 'list', button }, options, page).contents;
  },
  options: itemOptions,
});
