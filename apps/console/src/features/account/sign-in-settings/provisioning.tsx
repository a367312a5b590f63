import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import type { SsoConnection } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { SecretDialog } from '../../../components/secret-dialog.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { formatTimestamp } from '../../../lib/format.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { ssoWords } from '../../../locales/sso.ts';
import { May } from '../shared/may.tsx';
import { activeUsersQuery, makeScimKey, removeScimKey, useSsoChange } from './sso.queries.ts';

/** Tells whether the provider makes, changes and deactivates users (SCIM 2.0), and who takes over from those who leave. */
export function Provisioning({ connection }: { connection: SsoConnection }) {
  const say = useWords(ssoWords.provisioning);
  const [open, setOpen] = useState<{ mode: 'form' } | { mode: 'secret'; key: string }>();
  const close = () => setOpen(undefined);
  const remove = useSsoChange(() => removeScimKey(connection));
  const { baseUri, keyMadeAt, keyEnding, lastUsedAt, heir } = connection.provisioning;
  const handleRemove = async () => {
    const text = say('removeText', { name: connection.name });
    if (await openDialog({ type: 'confirm', title: say('remove'), text, confirm: say('remove') })) remove.mutate(undefined);
  };
  return (
    <Stack gap="xs">
      <Text size="sm" fw={550}>
        {say('title')}
      </Text>
      {keyMadeAt === null ? (
        <Text size="sm" c="dimmed">
          {say('off')}
        </Text>
      ) : (
        <FactList
          facts={[
            [say('address'), baseUri],
            [say('key'), say('keyMade', { ending: keyEnding, at: formatTimestamp(keyMadeAt) })],
            [say('lastUsed'), lastUsedAt ? formatTimestamp(lastUsedAt) : say('never')],
            [say('heir'), heir?.name ?? ''],
          ]}
        />
      )}
      <May any={['ENTERPRISE.EDIT']}>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setOpen({ mode: 'form' })}>
            {say(keyMadeAt === null ? 'start' : 'renew')}
          </Button>
          {keyMadeAt === null ? null : (
            <Button size="xs" variant="default" loading={remove.isPending} onClick={() => void handleRemove()}>
              {say('remove')}
            </Button>
          )}
        </Group>
      </May>
      {open?.mode === 'form' ? (
        <KeyForm connection={connection} onMade={(key) => setOpen({ mode: 'secret', key })} onClose={close} />
      ) : null}
      {open?.mode === 'secret' ? <SecretDialog title={say('secretTitle')} secret={open.key} onClose={close} /> : null}
    </Stack>
  );
}

type FormProps = { connection: SsoConnection; onMade: (key: string) => void; onClose: () => void };

function KeyForm({ connection, onMade, onClose }: FormProps) {
  const say = useWords(ssoWords.provisioning);
  const people = useQuery(activeUsersQuery);
  const form = useForm({ initial: () => ({ heir: connection.provisioning.heir?.uId ?? '' }) });
  const make = useSsoChange((chosen: string) => makeScimKey(connection, chosen), { isQuiet: true });
  return (
    <Modal opened onClose={onClose} title={say('start')} closeOnClickOutside={false}>
      <DialogForm
        submit={say('make')}
        isBusy={make.isPending}
        isDisabled={form.draft.heir === ''}
        onCancel={onClose}
        onSubmit={form.submit(({ heir }) => heir && make.mutate(heir, { onSuccess: ({ key }) => onMade(key) }))}
      >
        <Text size="sm">{say(connection.provisioning.keyMadeAt === null ? 'startText' : 'renewText')}</Text>
        <Select
          label={say('heir')}
          description={say('heirHint')}
          searchable
          data={(people.data ?? []).map(({ uId, name }) => ({ value: uId, label: name }))}
          {...form.choice('heir')}
          error={make.error ? describeFailure(make.error).message : undefined}
          openOnFocus={false}
          data-autofocus
        />
      </DialogForm>
    </Modal>
  );
}
