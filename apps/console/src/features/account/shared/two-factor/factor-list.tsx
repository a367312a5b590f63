import { Alert, Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { type FactorKind, factorKinds, factorLimits, type OwnFactor, type OwnFactors } from '@parley/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { ErrorState } from '../../../../components/error-state.tsx';
import { api } from '../../../../lib/api.ts';
import { confirmDelete } from '../../../../lib/dialogs.ts';
import { formatTimestamp } from '../../../../lib/format.ts';
import { showToast } from '../../../../lib/toasts.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { useWords } from '../../../../lib/words.ts';
import { twoFactorWords } from '../../../../locales/two-factor.ts';
import { useMe } from '../me.ts';
import { factorNames } from './factor-names.ts';
import { FactorSetup } from './factor-setup.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ownFactorsQuery, useFactorChange } from './two-factor.queries.ts';

/** The signed-in user's second factors: what there is, one more, and the recovery codes. */
export function FactorList() {
  const say = useWords(twoFactorWords.list);
  const me = useMe();
  const own = useQuery(ownFactorsQuery);
  // Taken when the dialog opens: what it asks for must not change under it.
  const [setup, setSetup] = useState<{ held: FactorKind[]; needsRecovery: boolean }>();
  if (own.isPending) return <Skeleton height={96} radius="md" />;
  if (own.isError) return <ErrorState error={own.error} onRetry={() => void own.refetch()} />;
  const { factors, recoveryLeft } = own.data;
  return (
    <Stack gap="md">
      {me?.twoFactorFrom ? (
        <Alert color="yellow" role="status">
          {say('requiredFrom', { date: formatTimestamp(me.twoFactorFrom) })}
        </Alert>
      ) : null}
      {factors.length === 0 ? (
        <Text size="sm" c="dimmed">
          {say('none')}
        </Text>
      ) : (
        <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={say('title')}>
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} />
          ))}
        </Stack>
      )}
      <Group>
        <Button
          variant={factors.length === 0 ? 'filled' : 'default'}
          onClick={() => setSetup({ held: factors.map(({ type }) => type), needsRecovery: recoveryLeft === null })}
        >
          {say(factors.length === 0 ? 'setUp' : 'addAnother')}
        </Button>
      </Group>
      {factors.length > 0 ? <RecoveryLine own={own.data} /> : null}
      <Modal opened={setup !== undefined} onClose={() => setSetup(undefined)} title={say('setUp')} closeOnClickOutside={false}>
        {setup ? (
          <FactorSetup
            {...setup}
            onDone={() => {
              setSetup(undefined);
              void own.refetch();
              showToast('success', say('added'));
            }}
          />
        ) : null}
      </Modal>
    </Stack>
  );
}

function FactorRow({ factor }: { factor: OwnFactor }) {
  const say = useWords(twoFactorWords.list);
  const sayKind = useWords(twoFactorWords.setup);
  const [isNaming, setNaming] = useState(false);
  const remove = useFactorChange((factorId: string) => api.twoFactor.remove({ params: { factorId } }));
  const name = factor.name ? `${sayKind(factorNames[factor.type])}: ${factor.name}` : sayKind(factorNames[factor.type]);
  const handleRemove = async () => {
    if (await confirmDelete('delete', name)) remove.mutate(factor.id, { onSuccess: () => showToast('success', say('removed')) });
  };
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div style={{ minInlineSize: 0, flex: 1 }}>
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {factor.lastUsedAt ? say('lastUsed', { date: formatTimestamp(factor.lastUsedAt) }) : say('neverUsed')}
        </Text>
      </div>
      <Group gap="xs">
        {factor.type === factorKinds.passkey ? (
          <Button size="compact-sm" variant="default" aria-label={say('renameOne', { name })} onClick={() => setNaming(true)}>
            {say('rename')}
          </Button>
        ) : null}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={say('removeOne', { name })}
          loading={remove.isPending}
          onClick={() => void handleRemove()}
        >
          {say('remove')}
        </Button>
      </Group>
      {isNaming ? <RenameDialog factor={factor} onClose={() => setNaming(false)} /> : null}
    </Group>
  );
}

function RenameDialog({ factor, onClose }: { factor: OwnFactor; onClose: () => void }) {
  const say = useWords(twoFactorWords.list);
  const sayKind = useWords(twoFactorWords.setup);
  const form = useForm({ initial: { name: factor.name } });
  const rename = useFactorChange((body: typeof form.draft) => api.twoFactor.renamePasskey({ params: { factorId: factor.id }, body }));
  return (
    <Modal opened onClose={onClose} title={say('rename')} size="sm">
      <DialogForm
        submit={say('save')}
        isBusy={rename.isPending}
        isDisabled={form.draft.name.trim() === ''}
        onCancel={onClose}
        onSubmit={form.submit((draft) => rename.mutate(draft, { onSuccess: onClose }))}
      >
        <TextInput label={sayKind('passkeyName')} maxLength={60} {...form.field('name')} data-autofocus />
      </DialogForm>
    </Modal>
  );
}

function RecoveryLine({ own }: { own: OwnFactors }) {
  const say = useWords(twoFactorWords.list);
  const sayRecovery = useWords(twoFactorWords.recovery);
  const [file, setFile] = useState<string>();
  const show = useMutation({
    mutationFn: async () =>
      own.recoveryLeft === null
        ? String(await api.twoFactor.showRecovery())
        : (await api.twoFactor.renewRecovery({ body: {} })).codes.join('\r\n'),
    onSuccess: setFile,
  });
  const left = own.recoveryLeft ?? 0;
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c={left <= factorLimits.fewRecoveryCodes ? 'red' : 'dimmed'}>
        {own.recoveryLeft === null ? say('noCodes') : say('codesLeft', { count: left })}
      </Text>
      <Button size="compact-sm" variant="default" loading={show.isPending} onClick={() => show.mutate()}>
        {say(own.recoveryLeft === null ? 'showCodes' : 'newCodes')}
      </Button>
      <RecoveryDialog title={sayRecovery('codes')} file={file} onClose={() => setFile(undefined)} />
    </Group>
  );
}

function RecoveryDialog({ title, file, onClose }: { title: string; file: string | undefined; onClose: () => void }) {
  const change = useFactorChange(() => Promise.resolve());
  const close = () => {
    // The number of codes that are left is another one now.
    change.mutate();
    onClose();
  };
  return (
    <Modal opened={file !== undefined} onClose={close} title={title} closeOnClickOutside={false}>
      {file === undefined ? null : <RecoveryCodes file={file} onDone={close} />}
    </Modal>
  );
}
