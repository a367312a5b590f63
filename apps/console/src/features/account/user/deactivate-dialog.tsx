import { Loader, Modal, Stack, Text } from '@mantine/core';
import type { UserRow, WorkKind, WorkLeft } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { peopleWords } from '../../../locales/people.ts';
import { type Person, UserPicker } from '../shared/user-picker.tsx';
import { useDeactivateUser, workQuery } from './user.queries.ts';

const workWords = {
  chats: 'chats',
  offers: 'offers',
  broadcasts: 'broadcasts',
  campaigns: 'campaignsWork',
  approvals: 'approvalsWork',
  streams: 'streamsWork',
  departments: 'departmentsWork',
  connections: 'connectionsWork',
  heirs: 'heirsWork',
  invitations: 'invitationsWork',
  keys: 'keysWork',
} as const satisfies Record<WorkKind, string>;

/** Names of the work that are shown; the rest is a number. */
const shownNames = 5;
/** Kinds that nobody can take over: they end with the user. */
const endingKinds: readonly WorkKind[] = ['offers', 'keys'];

/** Those who take over, by the kind of work. */
type Heirs = Partial<Record<WorkKind, Person | null>>;

/** Asks, before a user is deactivated, who takes over the work that they leave behind (screens 9.1). */
export function DeactivateDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const say = useWords(peopleWords.user);
  const left = useQuery(workQuery(user.uId));
  const deactivate = useDeactivateUser();
  const work = left.data?.work ?? [];
  const form = useForm<Heirs>({
    initial: {},
    check: (heirs) => Object.fromEntries(work.map(({ kind, isMoved }) => [kind, isMoved && !heirs[kind] && say('chooseHeir')])),
    // Work may be added until it is sent.
    checkOn: 'typing',
  });

  const handleSubmit = (heirs: Heirs) => {
    const moveTo = Object.fromEntries(Object.entries(heirs).flatMap(([kind, heir]) => (heir ? [[kind, heir.id]] : [])));
    deactivate.mutate(
      { userId: user.uId, moveTo },
      {
        onSuccess: () => {
          showToast('success', say('deactivatedDone', { name: user.name }));
          onClose();
        },
        onError: () => void left.refetch(),
      },
    );
  };

  return (
    <Modal opened onClose={onClose} title={say('deactivateTitle', { name: user.name })}>
      <DialogForm
        submit={say('deactivate')}
        isDangerous
        isBusy={deactivate.isPending}
        isDisabled={!left.data}
        focusOn="cancel"
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        {deactivate.error ? <SaveFailure error={deactivate.error} /> : null}
        <Text size="sm">{say('deactivateHint', { name: user.name })}</Text>
        {left.isPending ? (
          <Loader size="sm" role="status" aria-label={say('loadingWork')} />
        ) : left.isError ? (
          <ErrorState error={left.error} onRetry={() => void left.refetch()} />
        ) : work.length === 0 ? (
          <Text size="sm" c="dimmed">
            {say('nothingLeft', { name: user.name })}
          </Text>
        ) : (
          <Panel title={say('workTitle')}>
            <Stack gap="md">
              {work.map((one) => (
                <WorkOfKind
                  key={one.kind}
                  work={one}
                  userId={user.uId}
                  error={form.faults[one.kind]}
                  heir={form.draft[one.kind] ?? null}
                  onChoose={(heir) => form.change({ [one.kind]: heir })}
                />
              ))}
            </Stack>
          </Panel>
        )}
      </DialogForm>
    </Modal>
  );
}

type WorkOfKindProps = {
  work: WorkLeft;
  userId: string;
  error: string | undefined;
  heir: Person | null;
  onChoose: (heir: Person | null) => void;
};

function WorkOfKind({ work: { kind, count, first, isMoved }, userId, error, heir, onChoose }: WorkOfKindProps) {
  const say = useWords(peopleWords.user);
  const title = say(workWords[kind], { count });
  const names = first.slice(0, shownNames).map(({ name }) => name);
  const more = count - names.length;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {[...names, ...(more > 0 ? [say('andMore', { count: more })] : [])].join(', ')}
      </Text>
      {kind === 'approvals' || endingKinds.includes(kind) ? (
        <Text size="xs">{say(kind === 'approvals' ? 'approvalsHint' : 'endsHint')}</Text>
      ) : (
        <UserPicker
          label={say('takeOver', { kind: title })}
          placeholder={say(isMoved ? 'choosePerson' : 'optionalHeir')}
          isClearable={!isMoved}
          chosen={heir}
          without={userId}
          error={error}
          onChange={onChoose}
        />
      )}
    </div>
  );
}
