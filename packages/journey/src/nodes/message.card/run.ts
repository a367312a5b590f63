import { showsAsCards } from '../../content/cards.ts';
import { choosingRun } from '../shared/choosing.ts';
import type { Run } from '../shared/run.ts';
import { cardContents, cardOptions, reduceLibraryCard, writeCards } from './contents.ts';

export const run: Run<'message.card'> = choosingRun<'message.card'>({
  style: 'buttons',
  contents: cardContents,
  options: cardOptions,
  // Choices of cards that the channel does not show as such are asked for as those of any question.
  isPaged: (turn, node) => reduceLibraryCard(turn, node, 0)?.isPaged ?? !showsAsCards(writeCards(turn, node), turn.facts.shape.cards),
});
