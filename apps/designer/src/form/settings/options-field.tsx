import { Input, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { type FormField, type FormOption, type FormOptions, formLimits } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { newId } from '../../editor/edits.ts';
import { useForm } from '../../fields/form-context.ts';
import { Rows } from '../../fields/rows.tsx';
import { Section } from '../../fields/section.tsx';
import { SourceField } from '../../fields/source-field.tsx';
import { TextField } from '../../fields/text-field.tsx';
import { formWords } from '../words.ts';

type Props = { field: FormField; fault: string | undefined; onChange: (options: FormOptions) => void };

/** Things to choose from: fixed options, or a list of a call or of what the form was begun with. */
export function OptionsField({ field, fault, onChange }: Props) {
  const say = useWords(formWords.setting);
  const { isReadOnly } = useForm();
  const options: FormOptions = field.options ?? { kind: 'fixed', items: [] };
  return (
    <Stack gap={6}>
      <SegmentedControl
        size="xs"
        aria-label={say('options')}
        readOnly={isReadOnly}
        value={options.kind}
        onChange={(kind) => kind !== options.kind && onChange(kind === 'list' ? { kind, source: '' } : { kind: 'fixed', items: [] })}
        data={[
          { value: 'fixed', label: say('optionsFixed') },
          { value: 'list', label: say('optionsList') },
        ]}
      />
      {options.kind === 'list' ? (
        <SourceField
          label={say('optionsSource')}
          description={say('optionsSourceWhy')}
          placeholder="call.branches"
          value={options.source}
          onChange={(source) => onChange({ kind: 'list', source })}
        />
      ) : (
        <Rows
          label={say('options')}
          rows={options.items}
          most={formLimits.options}
          canMove
          addLabel={say('addOption')}
          keyOf={({ id }) => id}
          make={(): FormOption => ({ id: newId(), title: {}, description: {}, value: '', synonyms: [] })}
          onChange={(items) => onChange({ kind: 'fixed', items })}
          draw={(option, set, place) => <OptionField option={option} place={place} onChange={set} />}
        />
      )}
      {fault && <Input.Error>{fault}</Input.Error>}
    </Stack>
  );
}

function OptionField({ option, place, onChange }: { option: FormOption; place: number; onChange: (option: FormOption) => void }) {
  const say = useWords(formWords.setting);
  const { isReadOnly } = useForm();
  return (
    <Stack gap={4}>
      <TextField
        label={say('option', { place: place + 1 })}
        isLine
        maxLength={200}
        value={option.title}
        onChange={(title) => onChange({ ...option, title })}
      />
      <Section title={say('more')} hint={option.value}>
        <TextInput
          label={say('optionValue')}
          description={say('optionValueWhy')}
          value={option.value}
          readOnly={isReadOnly}
          maxLength={200}
          onChange={(event) => onChange({ ...option, value: event.currentTarget.value })}
        />
        <TextField
          label={say('optionDescription')}
          isLine
          maxLength={200}
          value={option.description}
          onChange={(description) => onChange({ ...option, description })}
        />
        <Text size="xs" c="dimmed">
          {say('optionWhy')}
        </Text>
      </Section>
    </Stack>
  );
}
