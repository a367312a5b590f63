import type { InputFieldDefinition } from '@parley/contract';
import { customerWords } from '../../../locales/customer.ts';

/** A stored value as people read it: Yes and No for true and false, all else as it is. */
export function showValue(fieldType: InputFieldDefinition['fieldType'], value: string): string {
  if (fieldType !== 'boolean') return value;
  return value === 'true' ? customerWords.customer('yes') : value === 'false' ? customerWords.customer('no') : value;
}
