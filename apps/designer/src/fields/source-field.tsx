import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { faultOfExpression } from './expression-fault.ts';
import { useForm } from './form-context.ts';
import { InsertMenu, insertAt } from './insert-menu.tsx';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  description?: string;
  placeholder?: string;
  isOptional?: boolean;
  /** False: where it is evaluated, nobody knows open hours */
  knowsHours?: boolean;
  /** Labels of rows are for readers alone */
  isBare?: boolean;
};

/** An expression, checked while it is typed. */
export function SourceField({
  label,
  value,
  onChange,
  description,
  placeholder,
  isOptional = false,
  knowsHours = true,
  isBare = false,
}: Props) {
  const { typeOf, isReadOnly } = useForm();
  const field = useRef<HTMLInputElement>(null);
  const fault = value === '' && isOptional ? undefined : faultOfExpression(value, typeOf, knowsHours);
  return (
    <TextInput
      ref={field}
      {...(isBare ? { 'aria-label': label } : { label })}
      description={description}
      placeholder={placeholder}
      value={value}
      readOnly={isReadOnly}
      error={fault}
      maxLength={4000}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={
        isReadOnly ? undefined : <InsertMenu hasFunctions onInsert={(name) => onChange(insertAt(field.current, value, name))} />
      }
    />
  );
}
