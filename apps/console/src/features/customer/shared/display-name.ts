import { displayNames } from '@parley/contract';
import type { WordOf } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';

/** Returns the name of a field type, or of yes and no; any other value is its own name. */
export const displayNameOf = (value: string): string =>
  value in displayNames ? customerWords.displayNames(value as WordOf<typeof customerWords.displayNames>) : value;
