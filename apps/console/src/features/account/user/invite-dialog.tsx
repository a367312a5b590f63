import { Button, Modal, MultiSelect, Textarea } from '@mantine/core';
import { emailPattern } from '@parley/contract';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { describeFailure } from '../../../lib/errors.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
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

/** Asks people by mail to join, with roles and departments. */
export function InviteDialog({ onClose, onSent }: { onClose: () => void; onSent: () => void }) {
  const say = useWords(peopleWords.invitation);
  const sayUser = useWords(peopleWords.user);
  const roles = useRoleOptions();
  const departments = useDepartmentOptions();
  const invite = useInvite();
  const [emails, setEmails] = useState('');
  const [chosen, setChosen] = useState<{ roles: string[]; departments: string[] }>({ roles: [], departments: [] });
  const [errors, setErrors] = useState<{ emails?: string; roles?: string }>({});

  const handleSubmit = () => {
    const list = readEmails(emails);
    const wrong = list.find((email) => !emailPattern.test(email));
    const faults = {
      ...(list.length === 0 ? { emails: say('emailsEmpty') } : wrong ? { emails: say('emailInvalid', { email: wrong }) } : {}),
      ...(chosen.roles.length === 0 ? { roles: sayUser('rolesEmpty') } : {}),
    };
    setErrors(faults);
    if (Object.keys(faults).length > 0) return;
    invite.mutate(
      { emailId: list, roles: chosen.roles.map(Number), departments: chosen.departments },
      {
        onSuccess: ({ invitations }) => {
          showToast('success', say('sent', { count: invitations.length }));
          onSent();
        },
      },
    );
  };

  return (
    <Modal opened onClose={onClose} title={say('inviteTitle')}>
      <DialogForm submit={say('send')} isBusy={invite.isPending} onCancel={onClose} onSubmit={handleSubmit}>
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
          error={errors.emails}
          value={emails}
          onChange={(event) => {
            setEmails(event.currentTarget.value);
            setErrors({});
          }}
        />
        <MultiSelect
          label={sayUser('roles')}
          searchable
          data={roles.options}
          error={errors.roles}
          value={chosen.roles}
          onChange={(codes) => {
            setChosen((old) => ({ ...old, roles: codes }));
            setErrors({});
          }}
        />
        {departments.length > 0 ? (
          <MultiSelect
            label={sayUser('departments')}
            searchable
            data={departments}
            value={chosen.departments}
            onChange={(ids) => setChosen((old) => ({ ...old, departments: ids }))}
          />
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
