import { Checkbox, Modal, Select, Skeleton, Text } from '@mantine/core';
import { type MonitorAct, mostActed } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useDepartmentOptions } from '../../account/shared/departments.ts';
import { useNodeName } from '../shared/node-name.ts';
import { type Acted, useActOnInstances } from './act.queries.ts';
import { instanceQuery } from './monitor.queries.ts';
import { countOf, type PickedWalks } from './use-picked-walks.ts';

type ActDialogProps = { act: MonitorAct; picked: PickedWalks; onDone?: () => void; onClose: () => void };
// Its table is larger than the rest of a walk's page: it comes when there is something to tell.
const ActResult = late(async () => (await import('./act-result.tsx')).ActResult);

/** Tells whether all picked walks have the same nodes. */
function areOfOneVersion(picked: PickedWalks): boolean {
  if (picked.kind === 'all') return picked.filter.journeyId !== '' && picked.filter.version > 0;
  const [first] = picked.instances;
  return picked.instances.every(({ journeyId, version }) => journeyId === first?.journeyId && version === first.version);
}

/** Asks before something is done with walks, and names those that hold or refuse it. */
export function ActDialog({ act, picked, onDone, onClose }: ActDialogProps) {
  const say = useWords(journeyWords.monitor);
  const first = picked.kind === 'all' ? picked.first : picked.instances[0];
  const count = countOf(picked);
  const isOfOneVersion = areOfOneVersion(picked);
  const asksNode = act === 'continue' && isOfOneVersion;
  const details = useQuery({ ...instanceQuery(first?.id ?? ''), enabled: asksNode && first !== undefined, refetchInterval: false });
  const departments = useDepartmentOptions(act === 'handOver');
  const toNodeName = useNodeName();
  const form = useForm({ initial: { node: '', departmentId: '', repeatsCalls: false } });
  const { node, departmentId, repeatsCalls } = form.draft;
  const [acted, setActed] = useState<Acted>();
  // Pressed again after a lost answer, it is the same job.
  const [key] = useState(() => crypto.randomUUID());
  const call = useActOnInstances();

  const lacks = (act === 'continue' && node === '') || (act === 'handOver' && departmentId === '');
  const handleSubmit = () =>
    call.mutate(
      {
        act,
        ...(picked.kind === 'all' ? { filter: picked.filter } : { instanceIds: picked.instances.map(({ id }) => id) }),
        node,
        departmentId,
        repeatsCalls,
        key,
      },
      {
        onSuccess: (answer) => {
          onDone?.();
          if (answer.held + answer.refused > 0) return setActed(answer);
          showToast('success', answer.job ? say('jobBegun') : say('done', { count: answer.done }));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say(`actTitle_${act}`, { count })} size={acted ? 'xl' : 'md'}>
      {acted ? (
        <Suspense fallback={<Skeleton height={120} />}>
          <ActResult acted={acted} onClose={onClose} />
        </Suspense>
      ) : (
        <DialogForm
          submit={say(`act_${act}`)}
          isDangerous={act === 'stop'}
          isBusy={call.isPending}
          isDisabled={lacks}
          {...(act === 'stop' ? { focusOn: 'cancel' as const } : {})}
          onCancel={onClose}
          onSubmit={form.submit(handleSubmit)}
        >
          {call.error ? <SaveFailure error={call.error} /> : null}
          <Text size="sm">{say(`actText_${act}`)}</Text>
          {picked.kind === 'all' ? (
            <Text size="sm" c="dimmed">
              {say('byFilter')} {count > mostActed ? say('asJob', { most: formatNumber(mostActed) }) : ''}
            </Text>
          ) : null}
          {act === 'retry' ? (
            <Checkbox label={say('repeatsCalls')} description={say('repeatsCallsHint')} {...form.box('repeatsCalls')} />
          ) : null}
          {act === 'continue' ? (
            !isOfOneVersion ? (
              <Text size="sm" role="alert">
                {say(picked.kind === 'all' ? 'oneVersionAll' : 'oneVersion')}
              </Text>
            ) : details.data ? (
              <Select
                label={say('continueAt')}
                required
                searchable
                data={details.data.nodes.map((one) => ({ value: one.id, label: toNodeName(one) }))}
                {...form.choice('node')}
              />
            ) : details.error ? (
              <SaveFailure error={details.error} />
            ) : (
              <Skeleton height={36} radius="md" />
            )
          ) : null}
          {act === 'handOver' ? (
            <Select label={say('department')} required searchable data={departments} {...form.choice('departmentId')} />
          ) : null}
        </DialogForm>
      )}
    </Modal>
  );
}
