import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { signInWords } from '../../../locales/sign-in.ts';
import { goToProvider } from '../shared/sso-departure.ts';

/** @param getEmail what is typed; undefined, and told beside the field, when it is no address */
export function SsoButton({ getEmail, routePath }: { getEmail: () => string | undefined; routePath: string }) {
  const say = useWords(signInWords.signIn);
  const departure = useMutation({
    meta: { isQuiet: true },
    mutationFn: (email: string) => api.sso.validate({ body: { email, routePath } }),
    onSuccess: goToProvider,
  });
  const leave = () => {
    const email = getEmail();
    if (email !== undefined) departure.mutate(email);
  };
  return (
    <>
      <Button variant="default" fullWidth size="md" loading={departure.isPending} onClick={leave}>
        {say('sso')}
      </Button>
      {departure.error ? (
        <Text size="sm" c="red" role="alert">
          {describeFailure(departure.error).message}
        </Text>
      ) : null}
    </>
  );
}
