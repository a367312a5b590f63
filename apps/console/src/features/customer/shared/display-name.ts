import { displayNames } from '@parley/contract';
import type { WordOf } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';

/** What a type of field, or yes and no, is called; any other value is its own name. */
export const displayNameOf = (value: string): string =>
  value in displayNames ? customerWords.displayNames(value as WordOf<typeof customerWords.displayNames>) : value;
