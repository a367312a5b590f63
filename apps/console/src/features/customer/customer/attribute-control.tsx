import { Group, MultiSelect, Radio, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type InputFieldDefinition, rulesOf, splitWords } from '@parley/contract';
import { DateField } from '@parley/ui/date-field';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import type { CustomerDraft } from './customer-draft.ts';

type ControlProps = { definition: InputFieldDefinition; form: UseFormReturnType<CustomerDraft> };

const keyboards = { number: 'numeric', decimal: 'decimal', email: 'email', alphabets: 'text', alphanumeric: 'text', '': 'text' } as const;

/** One attribute of a customer, by its definition. */
export function AttributeControl({ definition, form }: ControlProps) {
  const say = useWords(customerWords.customer);
  const rules = rulesOf(definition);
  const path = `data.${definition._id}`;
  const { defaultValue, onChange, ...input } = form.getInputProps(path) as { defaultValue: string; onChange: (value: unknown) => void };
  const common = {
    label: definition.fieldLabel,
    description: definition.fieldHelptext || undefined,
    required: definition.mandatory,
    'data-path': path,
    ...input,
  };
  const offered = (current: readonly string[]) => [...new Set([...rules.options, ...current])];

  switch (rules.fieldType) {
    case 'textarea':
      return <Textarea {...common} autosize minRows={2} maxRows={10} defaultValue={defaultValue} onChange={onChange} />;
    case 'boolean':
      return (
        <Radio.Group {...common} defaultValue={defaultValue} onChange={onChange}>
          <Group gap="lg" pt={6}>
            <Radio value="true" label={say('yes')} data-path={path} />
            <Radio value="false" label={say('no')} />
            {definition.mandatory ? null : <Radio value="" label={say('notSet')} />}
          </Group>
        </Radio.Group>
      );
    case 'selectbox-multiplevalue': {
      const chosen = splitWords(defaultValue);
      const lists = { ...common, defaultValue: chosen, onChange: (words: string[]) => onChange(words.join(', ')), clearable: true };
      return rules.options.length === 0 ? (
        <TagsInput {...lists} />
      ) : (
        <MultiSelect {...lists} data={offered(chosen)} searchable hidePickedOptions placeholder={say('choose')} />
      );
    }
    case 'date':
      return <DateField {...common} max="9999-12-31" defaultValue={defaultValue} onChange={onChange} />;
    case 'text':
      break;
    case 'selectbox-singlevalue':
      if (rules.options.length > 0)
        return (
          <Select
            {...common}
            data={offered(defaultValue ? [defaultValue] : [])}
            defaultValue={defaultValue || null}
            onChange={(word) => onChange(word ?? '')}
            placeholder={say('choose')}
            searchable={rules.options.length > 8}
            clearable={!definition.mandatory}
          />
        );
  }
  return <TextInput {...common} inputMode={keyboards[rules.inputType]} defaultValue={defaultValue} onChange={onChange} />;
}
