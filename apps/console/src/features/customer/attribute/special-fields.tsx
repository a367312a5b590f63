import { Checkbox, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './attribute.module.css';
import { type AttributeDraft, takesSpecial } from './attribute-draft.ts';

/** Special characters that a text may hold; nothing for numbers (ATTR-051, ATTR-052). */
export function SpecialFields({ form }: { form: UseFormReturnType<AttributeDraft> }) {
  const say = useWords(customerWords.attribute);
  const { inputType, allowSpecialChars } = form.values;
  if (!takesSpecial(inputType)) return null;
  return (
    <>
      <Select
        label={say('allowSpecial')}
        data={[
          { value: 'true', label: say('yes') },
          { value: 'false', label: say('no') },
        ]}
        {...form.getInputProps('allowSpecialChars')}
      />
      {allowSpecialChars === 'true' ? (
        <div className={classes.special}>
          <TextInput
            label={say('specialChars')}
            description={say('specialCharsHint')}
            placeholder="-,/,@"
            spellCheck={false}
            {...form.getInputProps('allowedChars')}
          />
          <Checkbox label={say('includeComma')} {...form.getInputProps('commaIncluded', { type: 'checkbox' })} />
        </div>
      ) : null}
    </>
  );
}
