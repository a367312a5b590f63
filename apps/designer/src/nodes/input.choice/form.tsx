import { SegmentedControl, Switch, TextInput } from '@mantine/core';
import { newId } from '../../editor/edits.ts';
import { useForm } from '../../fields/form-context.ts';
import { ItemsField } from '../../fields/items-field.tsx';
import { SourceField } from '../../fields/source-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { Question } from '../shared/question.tsx';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'input.choice'>) {
  const say = useFieldWords(nodeWords['input.choice']);
  const { isReadOnly } = useForm();
  const { options } = config;
  return (
    <Question config={config} set={set} type={config.isSeveral ? 'List' : 'Text'}>
      <SegmentedControl
        size="xs"
        aria-label={say('options')}
        readOnly={isReadOnly}
        data={[
          { value: 'fixed', label: say('optionsFixed') },
          { value: 'list', label: say('optionsList') },
        ]}
        value={options.kind}
        onChange={(kind) =>
          set({
            options:
              kind === 'list'
                ? { kind, source: '[]', item: 'item', title: 'item', value: '' }
                : {
                    kind: 'fixed',
                    items: [{ id: newId(), title: {}, short: {}, description: {}, synonyms: [], action: { kind: 'reply' } }],
                  },
          })
        }
      />
      {options.kind === 'fixed' ? (
        <ItemsField
          label={say('options')}
          hasActions={false}
          items={options.items}
          onChange={(items) => set({ options: { kind: 'fixed', items } })}
        />
      ) : (
        <>
          <SourceField
            label={say('optionsSource')}
            value={options.source}
            onChange={(source) => set({ options: { ...options, source } })}
          />
          <TextInput
            label={say('itemName')}
            value={options.item}
            readOnly={isReadOnly}
            maxLength={60}
            onChange={(event) => set({ options: { ...options, item: event.currentTarget.value } })}
          />
          <ItemSource
            label={say('itemTitle')}
            item={options.item}
            value={options.title}
            onChange={(title) => set({ options: { ...options, title } })}
          />
          <ItemSource
            label={say('itemValue')}
            item={options.item}
            isOptional
            value={options.value}
            onChange={(value) => set({ options: { ...options, value } })}
          />
        </>
      )}
      <SegmentedControl
        size="xs"
        aria-label={say('style')}
        readOnly={isReadOnly}
        data={[
          { value: 'buttons', label: say('styleButtons') },
          { value: 'list', label: say('styleList') },
        ]}
        value={config.style}
        onChange={(style) => set({ style: style === 'list' ? 'list' : 'buttons' })}
      />
      <Switch
        label={say('isSeveral')}
        disabled={isReadOnly}
        checked={config.isSeveral}
        onChange={(event) => set({ isSeveral: event.currentTarget.checked })}
      />
      {options.kind === 'fixed' && !config.isSeveral && (
        <Switch
          label={say('isSplit')}
          disabled={isReadOnly}
          checked={config.isSplit}
          onChange={(event) => set({ isSplit: event.currentTarget.checked })}
        />
      )}
    </Question>
  );
}

/** An expression in which the list's item has a name. */
function ItemSource({
  item,
  ...props
}: {
  item: string;
  label: string;
  value: string;
  isOptional?: boolean;
  onChange: (value: string) => void;
}) {
  const { isReadOnly } = useForm();
  return (
    <TextInput
      label={props.label}
      value={props.value}
      readOnly={isReadOnly}
      placeholder={item}
      maxLength={4000}
      spellCheck={false}
      required={!props.isOptional}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
