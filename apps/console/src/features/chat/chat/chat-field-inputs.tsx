import { Select, TextInput } from '@mantine/core';
import { type ChatFieldValue, chatFieldValueMax } from '@parley/contract';
import { DateField } from '@parley/ui/date-field';
import type { Form } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { chatFieldWords } from '../../../locales/chat-field.ts';

type ValuesForm = Form<{ values: Record<string, string> }>;
export type FieldInputsProps = {
  fields: readonly ChatFieldValue[];
  field: ValuesForm['field'];
  choice: ValuesForm['choice'];
};

/** An input for each field of a chat, by its kind. */
export function FieldInputs({ fields, field, choice }: FieldInputsProps) {
  const say = useWords(chatFieldWords.chat);
  return fields.map(({ id, name, kind, options, isRequired, isActive, value }) => {
    const common = { label: name, size: 'xs', withAsterisk: isRequired && isActive } as const;
    const path = `values.${id}` as const;
    if (kind === 'choice' || kind === 'yes_no') {
      const data =
        kind === 'yes_no'
          ? [
              { value: 'true', label: say('yes') },
              { value: 'false', label: say('no') },
            ]
          : [...new Set([...options, value].filter(Boolean))];
      return <Select key={id} {...common} clearable searchable={data.length > 10} data={data} {...choice(path)} />;
    }
    const { value: typed = '', ...props } = field(path);
    if (kind === 'date') return <DateField key={id} {...common} value={typed} {...props} />;
    const inputMode = kind === 'number' ? 'decimal' : 'text';
    return <TextInput key={id} {...common} inputMode={inputMode} maxLength={chatFieldValueMax} value={typed} {...props} />;
  });
}
