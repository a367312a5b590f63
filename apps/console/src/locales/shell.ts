import { defineWords, sayFrom, type WordOf } from '../lib/words.ts';
import en from './en/shell.json';

/** Words of the frame, its menu, and the names of screens. */
export const shellWords = defineWords('shell', en);

/** The name of a screen: that of its entry in the menu, or one of its own. */
export type ScreenTitle = `menu.${WordOf<typeof shellWords.menu>}` | `screen.${WordOf<typeof shellWords.screen>}`;
export const titleWords = sayFrom<ScreenTitle>('shell', '');
