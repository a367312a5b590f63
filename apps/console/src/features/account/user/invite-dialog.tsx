import { Button, Modal, MultiSelect, Textarea } from '@mantine/core';
import { emailPattern } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { describeFailure } from '../../../lib/errors.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { peopleWords } from '../../../locales/people.ts';
import { useDepartmentOptions } from '../shared/departments.ts';
import { useRoleOptions } from '../shared/roles.ts';
import { useActivateUser, useInvite } from './user.queries.ts';

const readEmails = (text: string) => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((email) => email.trim())
      .filter(Boolean),
  ),
];

type InviteDraft = { emails: string; roles: string[]; departments: string[] };
const empty: InviteDraft = { emails: '', roles: [], departments: [] };

/** Asks people by mail to join, with roles and departments. */
export function InviteDialog({ onClose, onSent }: { onClose: () => void; onSent: () => void }) {
  const say = useWords(peopleWords.invitation);
  const sayUser = useWords(peopleWords.user);
  const roles = useRoleOptions();
  const departments = useDepartmentOptions();
  const invite = useInvite();
  const form = useForm<InviteDraft>({
    initial: empty,
    check: (draft) => {
      const list = readEmails(draft.emails);
      const wrong = list.find((email) => !emailPattern.test(email));
      return {
        emails: list.length === 0 ? say('emailsEmpty') : wrong && say('emailInvalid', { email: wrong }),
        roles: draft.roles.length === 0 && sayUser('rolesEmpty'),
      };
    },
  });

  const handleSubmit = (draft: InviteDraft) =>
    invite.mutate(
      { emailId: readEmails(draft.emails), roles: draft.roles.map(Number), departments: draft.departments },
      {
        onSuccess: ({ invitations }) => {
          showToast('success', say('sent', { count: invitations.length }));
          onSent();
        },
      },
    );

  return (
    <Modal opened onClose={onClose} title={say('inviteTitle')}>
      <DialogForm submit={say('send')} isBusy={invite.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        {invite.error ? <SaveFailure error={invite.error} /> : null}
        <Activate error={invite.error} onDone={() => invite.reset()} />
        <Textarea
          data-autofocus
          label={say('emails')}
          description={say('emailsHint')}
          autosize
          minRows={2}
          maxRows={8}
          inputMode="email"
          {...form.field('emails')}
        />
        <MultiSelect label={sayUser('roles')} searchable data={roles.options} {...form.field('roles')} />
        {departments.length > 0 ? (
          <MultiSelect label={sayUser('departments')} searchable data={departments} {...form.field('departments')} />
        ) : null}
      </DialogForm>
    </Modal>
  );
}

/** Offers to activate a former user instead of inviting them. */
function Activate({ error, onDone }: { error: unknown; onDone: () => void }) {
  const say = useWords(peopleWords.invitation);
  const sayUser = useWords(peopleWords.user);
  const activate = useActivateUser();
  const { code, data } = describeFailure(error);
  if (!error || code !== 'user.deactivated' || typeof data.uId !== 'string') return null;
  const userId = data.uId;
  return (
    <Button
      variant="default"
      loading={activate.isPending}
      onClick={() =>
        activate.mutate(userId, {
          onSuccess: ({ name }) => {
            showToast('success', sayUser('activated', { name }));
            onDone();
          },
          onError: tellFailure,
        })
      }
    >
      {say('activateInstead')}
    </Button>
  );
}
