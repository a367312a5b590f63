import { NodeFault } from '../../engine/turn.ts';
import { askingRun } from '../shared/asking.ts';
import { askChoices } from '../shared/options.ts';
import type { Run } from '../shared/run.ts';
import { optionsOf } from './options.ts';
import { readChoice } from './read.ts';

export const run: Run<'input.choice'> = askingRun<'input.choice'>({
  read: readChoice,
  send(turn, node, text, page) {
    const options = optionsOf(turn, node);
    if (options.length === 0) throw new NodeFault('There is nothing to choose from.');
    const { contents } = askChoices(turn, { text: turn.write(text), style: node.config.style }, options, page);
    return contents.every((content) => turn.send(content, node.config.sending).refused === '');
  },
  // A choice from secret options is secret too.
  tellsQuestion: true,
  options: optionsOf,
});
