// Loads the console's translations before anything calls `t()`.
import './i18n.ts';

export { defineWords, type Say, type SayOf, sayFrom, useWords, type WordOf } from '@parley/ui/words';
