import { Anchor, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useWords } from '../../../lib/words.ts';
import { signInWords } from '../../../locales/sign-in.ts';

export function ResendActivation({ emailId }: { emailId: string }) {
  const say = useWords(signInWords.signIn);
  const resend = useMutation({ mutationFn: () => api.account.resendActivation({ body: { emailId } }) });
  if (resend.isSuccess) {
    return (
      <Text size="xs" mt={6} role="status">
        {say('activationResent')}
      </Text>
    );
  }
  return (
    <Anchor component="button" type="button" size="xs" mt={6} display="block" onClick={() => resend.mutate()}>
      {say('activationResend')}
    </Anchor>
  );
}
