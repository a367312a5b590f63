import { Anchor, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';

export function ResendActivation({ emailId }: { emailId: string }) {
  const { t } = useTranslation();
  const resend = useMutation({ mutationFn: () => api.account.resendActivation({ body: { emailId } }) });
  if (resend.isSuccess) {
    return (
      <Text size="xs" mt={6} role="status">
        {t('account.activationResent')}
      </Text>
    );
  }
  return (
    <Anchor component="button" type="button" size="xs" mt={6} display="block" onClick={() => resend.mutate()}>
      {t('account.activationResend')}
    </Anchor>
  );
}
