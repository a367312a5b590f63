import { NumberInput } from '@mantine/core';
import { useForm } from './form-context.ts';

type Props = {
  label: string;
  value: number;
  onChange: (value: number) => void;
  least: number;
  most: number;
  description?: string;
  /** Step of shares; left out: whole numbers */
  step?: number;
};

/** A number between two others; what is no number is the least of them. */
export function NumberField({ label, value, onChange, least, most, description, step }: Props) {
  const { isReadOnly } = useForm();
  return (
    <NumberInput
      label={label}
      description={description}
      value={value}
      readOnly={isReadOnly}
      min={least}
      max={most}
      {...(step === undefined ? { allowDecimal: false } : { step, decimalScale: 2 })}
      clampBehavior="strict"
      onChange={(next) => onChange(Math.max(least, Number(next) || 0))}
    />
  );
}
