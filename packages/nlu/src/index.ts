export { normalise, type Script, scriptOf, wordsOf } from './text/tokens.ts';
