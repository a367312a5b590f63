import { charactersOf, templateLimits } from '@parley/contract';
import { GraphRefusal } from './meta-answers.ts';

/** Returns Meta's refusal of values, also where other vendors pass them on. @param filled the text with the values in it */
export function refusalOfValues(
  values: readonly string[],
  filled: string,
  { where = 'body', maximum = templateLimits.body }: { where?: string; maximum?: number } = {},
): GraphRefusal | undefined {
  if (values.some((value) => /[\r\n\t]| {5}/.test(value)))
    return new GraphRefusal('132018', 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces');
  if (values.length > 0 && charactersOf(filled) > maximum)
    return new GraphRefusal('132005', `${where}: the text has ${charactersOf(filled)} characters, more than ${maximum}`);
  return undefined;
}
