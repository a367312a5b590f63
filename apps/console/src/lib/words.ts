// What says words knows where the console's lie.
import './i18n.ts';

export { defineWords, type Say, type SayOf, sayFrom, useWords, type WordOf } from '@parley/ui/words';
