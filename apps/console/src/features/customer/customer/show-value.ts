import { type InputFieldDefinition, isDay } from '@parley/contract';
import { formatInstant } from '../../../lib/format.ts';
import { customerWords } from '../../../locales/customer.ts';

/** A stored value as people read it: Yes and No for true and false, days with the name of their month, all else as it is. */
export function showValue(fieldType: InputFieldDefinition['fieldType'], value: string): string {
  if (fieldType === 'date') return isDay(value) ? formatInstant(`${value}T00:00:00Z`, 'day', 'UTC') : value;
  if (fieldType !== 'boolean') return value;
  return value === 'true' ? customerWords.customer('yes') : value === 'false' ? customerWords.customer('no') : value;
}
