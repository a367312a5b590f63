import { Checkbox, Select, TextInput } from '@mantine/core';
import type { Form } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './attribute.module.css';
import { type AttributeDraft, takesSpecial } from './attribute-draft.ts';

/** Special characters that a text may hold; nothing for numbers (ATTR-051, ATTR-052). */
export function SpecialFields({ form }: { form: Form<AttributeDraft> }) {
  const say = useWords(customerWords.attribute);
  const { inputType, allowSpecialChars } = form.draft;
  if (!takesSpecial(inputType)) return null;
  return (
    <>
      <Select
        label={say('allowSpecial')}
        data={[
          { value: 'true', label: say('yes') },
          { value: 'false', label: say('no') },
        ]}
        {...form.field('allowSpecialChars')}
      />
      {allowSpecialChars === 'true' ? (
        <div className={classes.special}>
          <TextInput
            label={say('specialChars')}
            description={say('specialCharsHint')}
            placeholder="-,/,@"
            spellCheck={false}
            {...form.field('allowedChars')}
          />
          <Checkbox label={say('includeComma')} {...form.box('commaIncluded')} />
        </div>
      ) : null}
    </>
  );
}
