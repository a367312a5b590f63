import type { InputFieldDefinition } from './attribute.ts';
import { splitWords } from './attribute-rules.ts';
import type { FilterKind } from './filter.ts';

/** Apart from the shape of a filter, which addresses of the console carry: the rules of fields are long, and its first page needs none. */
export function kindOfAttribute({
  fieldType,
  inputType,
  defaultValue,
}: Pick<InputFieldDefinition, 'fieldType' | 'inputType' | 'defaultValue'>): FilterKind {
  if (fieldType === 'boolean') return 'boolean';
  if (fieldType === 'date') return 'date';
  // A dropdown without values takes any (ATTR-049).
  const hasOptions = splitWords(defaultValue).length > 0;
  if (fieldType === 'selectbox-singlevalue') return hasOptions ? 'choice' : 'text';
  if (fieldType === 'selectbox-multiplevalue') return hasOptions ? 'choices' : 'text';
  return inputType === 'number' || inputType === 'decimal' ? 'number' : 'text';
}
