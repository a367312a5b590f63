import { buildPassageIndex, type PassageIndex } from '@parley/nlu';
import type { DefinedPassage } from './bot.definition.ts';

/** The index of a bot's passages; its ids are their places in the list. */
export const indexPassages = (passages: readonly DefinedPassage[]): PassageIndex =>
  buildPassageIndex(passages.map(({ text, headings = [] }, index) => ({ id: String(index), text, headings })));
