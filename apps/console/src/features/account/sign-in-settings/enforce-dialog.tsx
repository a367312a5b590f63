import { Modal, MultiSelect, Text } from '@mantine/core';
import type { SsoConnection } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { describeFailure } from '../../../lib/errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { ssoWords } from '../../../locales/sso.ts';
import { administratorsQuery, enforceSso, useSsoChange } from './sso.queries.ts';

/** Closes sign-in by password to everybody but the administrators who are named here. */
export function EnforceDialog({ connection, onClose }: { connection: SsoConnection; onClose: () => void }) {
  const say = useWords(ssoWords.enforce);
  const administrators = useQuery(administratorsQuery);
  const form = useForm({ initial: { exempt: [] as string[] } });
  const { exempt } = form.draft;
  const enforce = useSsoChange(() => enforceSso(connection, true, exempt), { isQuiet: true });
  return (
    <Modal opened onClose={onClose} title={say('title')} closeOnClickOutside={false}>
      <DialogForm
        submit={say('enforce')}
        isDangerous
        isBusy={enforce.isPending}
        isDisabled={exempt.length === 0}
        onCancel={onClose}
        onSubmit={form.submit(() => enforce.mutate(undefined, { onSuccess: onClose }))}
      >
        <Text size="sm">{say('text', { name: connection.name })}</Text>
        <MultiSelect
          label={say('exempt')}
          description={say('exemptHint')}
          data={(administrators.data ?? []).map(({ uId, name }) => ({ value: uId, label: name }))}
          {...form.field('exempt')}
          error={enforce.error ? describeFailure(enforce.error).message : undefined}
          openOnFocus={false}
          data-autofocus
        />
      </DialogForm>
    </Modal>
  );
}
