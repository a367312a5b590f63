import { type ChatFieldValue, faultTexts, tidyFieldValue } from '@parley/contract';
import { sayFault } from '../../../lib/errors.ts';

/** Faults of typed values, by the paths of their inputs. @param isNeeded an empty one is a fault */
export function checkValues(
  fields: readonly ChatFieldValue[],
  values: Readonly<Record<string, string>>,
  isNeeded: string | false,
): Record<string, string | false> {
  return Object.fromEntries(
    fields.map((field) => {
      const typed = values[field.id] ?? '';
      const tidied = tidyFieldValue(field, typed);
      // A value that stays may be none of the choices any more.
      const fault = 'fault' in tidied && typed !== field.value ? tidied.fault : undefined;
      const words = fault ? sayFault({ code: fault, values: {}, message: faultTexts[fault] }) : typed.trim() === '' && isNeeded;
      return [`values.${field.id}`, words];
    }),
  );
}
