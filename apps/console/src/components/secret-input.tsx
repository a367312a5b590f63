import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A field for a secret. Mantine's own marks a fault for the eye alone. */
export function SecretInput(props: PasswordInputProps) {
  return <PasswordInput {...props} aria-invalid={props.error ? true : undefined} />;
}
