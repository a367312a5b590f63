import { Combobox, Input, InputBase, useCombobox } from '@mantine/core';
import type { VariableType } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { useState } from 'react';
import { designerWords } from '../words.ts';
import { useForm } from './form-context.ts';

const isName = (name: string) => /^[a-z][a-zA-Z0-9_]{0,59}$/.test(name);

type Props = {
  label: string;
  value: string;
  onChange: (name: string) => void;
  type?: VariableType;
  isOptional?: boolean;
  isBare?: boolean;
  description?: string;
};

/** A variable of the stream; a name that is none yet becomes one. */
export function VariableField({ label, value, onChange, type = 'Text', isOptional = true, isBare = false, description }: Props) {
  const say = useWords(designerWords.field);
  const { document, isReadOnly, addVariable } = useForm();
  const combobox = useCombobox({ onDropdownClose: () => setTyped(null) });
  const [typed, setTyped] = useState<string | null>(null);
  const search = (typed ?? '').trim();
  const found = document.variables.filter(({ name }) => typed === null || name.toLowerCase().includes(search.toLowerCase()));
  const isNew = isName(search) && !document.variables.some(({ name }) => name === search);
  const isUnknown = value !== '' && !document.variables.some(({ name }) => name === value);
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(chosen) => {
        if (chosen === '$new') addVariable(search, type);
        onChange(chosen === '$new' ? search : chosen === '$none' ? '' : chosen);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <InputBase
          {...(isBare ? { 'aria-label': label } : { label })}
          description={description}
          readOnly={isReadOnly}
          value={typed ?? value}
          placeholder={isOptional ? say('notKept') : say('choose')}
          rightSection={<Combobox.Chevron />}
          error={
            isUnknown
              ? say('noVariable', { name: value })
              : typed !== null && search !== '' && found.length === 0 && !isNew
                ? say('badName')
                : undefined
          }
          onFocus={() => !isReadOnly && combobox.openDropdown()}
          onClick={() => !isReadOnly && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={240} style={{ overflowY: 'auto' }}>
          {isOptional && value !== '' && search === '' && <Combobox.Option value="$none">{say('notKept')}</Combobox.Option>}
          {found.map((variable) => (
            <Combobox.Option key={variable.name} value={variable.name}>
              {variable.name} <Input.Description component="span">{variable.type}</Input.Description>
            </Combobox.Option>
          ))}
          {isNew && <Combobox.Option value="$new">{say('newVariable', { name: search })}</Combobox.Option>}
          {found.length === 0 && !isNew && <Combobox.Empty>{say('typeName')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
