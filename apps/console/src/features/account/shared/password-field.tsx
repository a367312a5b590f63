import type { PasswordInputProps } from '@mantine/core';
import { SecretInput } from '../../../components/secret-input.tsx';
import { useWords } from '../../../lib/words.ts';
import { signInWords } from '../../../locales/sign-in.ts';

/** A password, whose eye has a name. */
export function PasswordField(props: PasswordInputProps) {
  const say = useWords(signInWords.signIn);
  return <SecretInput visibilityToggleButtonProps={{ 'aria-label': say('showPassword') }} {...props} />;
}
