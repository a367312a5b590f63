import { Group, MultiSelect, Radio, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type InputFieldDefinition, rulesOf, splitWords } from '@parley/contract';
import { DateField } from '@parley/ui/date-field';
import type { Form } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import type { CustomerDraft } from './customer-draft.ts';

type ControlProps = { definition: InputFieldDefinition; form: Form<CustomerDraft> };

const keyboards = { number: 'numeric', decimal: 'decimal', email: 'email', alphabets: 'text', alphanumeric: 'text', '': 'text' } as const;

/** One attribute of a customer, by its definition. */
export function AttributeControl({ definition, form }: ControlProps) {
  const say = useWords(customerWords.customer);
  const rules = rulesOf(definition);
  const path = `data.${definition._id}` as const;
  const { value, onChange, ...input } = form.field(path);
  const common = {
    label: definition.fieldLabel,
    description: definition.fieldHelptext || undefined,
    required: definition.mandatory,
    ...input,
  };
  // A stored value stays on offer when it is no option any more.
  const stored = form.saved.data[definition._id] ?? '';
  const offered = (values: readonly string[]) => [...new Set([...rules.options, ...values].filter((word) => word !== ''))];

  switch (rules.fieldType) {
    case 'textarea':
      return <Textarea {...common} autosize minRows={2} maxRows={10} value={value} onChange={onChange} />;
    case 'boolean':
      return (
        <Radio.Group {...common} value={value} onChange={onChange}>
          <Group gap="lg" pt={6}>
            <Radio value="true" label={say('yes')} data-path={path} />
            <Radio value="false" label={say('no')} />
            {definition.mandatory ? null : <Radio value="" label={say('notSet')} />}
          </Group>
        </Radio.Group>
      );
    case 'selectbox-multiplevalue': {
      const chosen = splitWords(value);
      const lists = { ...common, value: chosen, onChange: (words: string[]) => onChange(words.join(', ')), clearable: true };
      return rules.options.length === 0 ? (
        <TagsInput {...lists} />
      ) : (
        <MultiSelect
          {...lists}
          data={offered([...splitWords(stored), ...chosen])}
          searchable
          hidePickedOptions
          placeholder={say('choose')}
        />
      );
    }
    case 'date':
      return <DateField {...common} max="9999-12-31" value={value} onChange={onChange} />;
    case 'text':
      break;
    case 'selectbox-singlevalue':
      if (rules.options.length > 0)
        return (
          <Select
            {...common}
            data={offered([stored, value])}
            value={value || null}
            onChange={(word) => onChange(word ?? '')}
            placeholder={say('choose')}
            searchable={rules.options.length > 8}
            clearable={!definition.mandatory}
          />
        );
  }
  return <TextInput {...common} inputMode={keyboards[rules.inputType]} value={value} onChange={onChange} />;
}
