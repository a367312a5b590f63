import type { InputFieldDefinition } from '@parley/contract';
import { customerSay as say } from './customer.words.ts';

/** A stored value as people read it: Yes and No for true and false, all else as it is. */
export function showValue(fieldType: InputFieldDefinition['fieldType'], value: string): string {
  if (fieldType !== 'boolean') return value;
  return value === 'true' ? say('yes') : value === 'false' ? say('no') : value;
}
