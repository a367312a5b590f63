import { Loader, TextInput } from '@mantine/core';
import { NewPassword, passwordTexts, requiredText, z } from '@parley/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { signInWords } from '../../../locales/sign-in.ts';
import { validateAccount } from '../shared/account-rules.ts';
import { PasswordField } from '../shared/password-field.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountMessage } from './account-message.tsx';

const Acceptance = z.object({
  name: requiredText(120),
  password: NewPassword,
  confirmPassword: NewPassword.min(1, passwordTexts.mandatory),
});
const initialValues = { name: '', password: '', confirmPassword: '' };

/** Accepts an invitation by the link of its mail (screens 1.2). */
export function InvitationPage() {
  const say = useWords(signInWords.signIn);
  const { token } = useSearch({ from: '/_account/invitation-accept' });
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.invitations.read({ params: { token } }, { signal }),
    enabled: token !== '',
    retry: false,
    refetchOnWindowFocus: false,
    meta: { isQuiet: true },
  });
  const form = useForm({ initial: initialValues, check: validateAccount(Acceptance) });
  const accept = useMutation({
    meta: { isQuiet: true },
    mutationFn: ({ name, password }: typeof initialValues) => api.invitations.accept({ params: { token }, body: { name, password } }),
  });
  if (accept.isSuccess) return <AccountMessage title={say('invitationReady')} text={say('invitationDone')} />;
  const failure = accept.error ? describeFailure(accept.error) : undefined;
  if (token === '' || failure?.code === 'invitation.invalid' || (invitation.isError && isOver(invitation.error)))
    return <AccountMessage title={say('invitationOver')} text={say('invitationAsk')} />;
  if (invitation.isError) return <AccountMessage title={say('somethingWentWrong')} text={describeFailure(invitation.error).message} />;
  if (invitation.isPending) return <Loader size="sm" />;
  const { enterpriseName, emailId } = invitation.data;
  return (
    <AccountForm
      title={say('invitationTitle', { enterprise: enterpriseName })}
      lead={say('invitationLead')}
      failure={failure?.message}
      submit={say('acceptInvitation')}
      isBusy={accept.isPending}
      onSubmit={form.submit((values) => accept.mutate(values))}
    >
      <TextInput label={say('enterprise')} value={enterpriseName} readOnly variant="filled" />
      <TextInput label={say('email')} value={emailId} readOnly variant="filled" autoComplete="username" />
      <TextInput label={say('yourName')} autoComplete="name" {...form.field('name')} />
      <PasswordField label={say('password')} autoComplete="new-password" {...form.field('password')} />
      <PasswordField label={say('confirmPassword')} autoComplete="new-password" {...form.field('confirmPassword')} />
    </AccountForm>
  );
}

const isOver = (error: unknown) => describeFailure(error).code === 'invitation.invalid';
