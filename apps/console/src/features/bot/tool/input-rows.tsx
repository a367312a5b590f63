import { Checkbox, Select, TextInput } from '@mantine/core';
import { toolFieldTypes } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { botToolWords } from '../../../locales/bot-tool.ts';
import { RowGroup } from './row-group.tsx';
import { emptyField, type FieldDraft } from './tool-draft.ts';

export type InputRowsProps = {
  fields: readonly FieldDraft[];
  /** Attributes of the phone book; left out for a tool that has nothing to do with it. */
  attributes: readonly { id: string; name: string }[] | undefined;
  /** The variables of the stream that an input of a type may fill; left out for tools of other kinds. */
  variables?: ((type: FieldDraft['type']) => readonly string[]) | undefined;
  most: number;
  faults: Readonly<Record<string, string>>;
  onChange: (fields: FieldDraft[]) => void;
};

/** A variable that was chosen and is there no more stays shown: the server says what is wrong with it. */
const withChosen = (names: readonly string[], chosen: string): string[] =>
  chosen === '' || names.includes(chosen) ? [...names] : [...names, chosen];

/** The inputs that the model fills, a row each. */
export function InputRows({ fields, attributes, variables, most, faults, onChange }: InputRowsProps) {
  const say = useWords(botToolWords.tool);
  const change = (at: number, part: Partial<FieldDraft>) =>
    onChange(fields.map((field, index) => (index === at ? { ...field, ...part } : field)));
  return (
    <RowGroup
      legend={say(attributes ? 'fieldsOf' : 'inputs')}
      hint={say('inputsHint')}
      error={faults.fields}
      add={say('addInput')}
      isFull={fields.length >= most}
      rows={fields}
      remove={(at) => say('removeInput', { number: at + 1 })}
      onAdd={() => onChange([...fields, emptyField])}
      onRemove={(at) => onChange(fields.filter((_, index) => index !== at))}
      render={(field, at) => (
        <>
          {variables ? (
            <Select
              label={say('input', { number: at + 1 })}
              placeholder={say('variable')}
              data={withChosen(variables(field.type), field.name)}
              value={field.name || null}
              error={faults[`fields.${at}.name`]}
              onChange={(name) => change(at, { name: name ?? '' })}
            />
          ) : (
            <TextInput
              label={say('input', { number: at + 1 })}
              placeholder={say('inputName')}
              maxLength={40}
              value={field.name}
              error={faults[`fields.${at}.name`]}
              onChange={(event) => change(at, { name: event.currentTarget.value })}
            />
          )}
          <Select
            label={say('type')}
            allowDeselect={false}
            data={toolFieldTypes.map((type) => ({ value: type, label: say(`type_${type}`) }))}
            value={field.type}
            onChange={(type) => type && change(at, { type: type as FieldDraft['type'] })}
          />
          {attributes ? (
            <Select
              label={say('attribute')}
              data={attributes.map(({ id, name }) => ({ value: id, label: name }))}
              value={field.attributeId || null}
              onChange={(attributeId) => change(at, { attributeId: attributeId ?? '' })}
            />
          ) : null}
          {field.type === 'enum' ? (
            <TextInput
              label={say('options')}
              description={say('optionsHint')}
              maxLength={1000}
              value={field.options}
              onChange={(event) => change(at, { options: event.currentTarget.value })}
            />
          ) : null}
          <TextInput
            label={say('inputDescription')}
            maxLength={300}
            value={field.description}
            onChange={(event) => change(at, { description: event.currentTarget.value })}
          />
          <Checkbox
            label={say('required')}
            checked={field.isRequired}
            onChange={(event) => change(at, { isRequired: event.currentTarget.checked })}
          />
        </>
      )}
    />
  );
}
