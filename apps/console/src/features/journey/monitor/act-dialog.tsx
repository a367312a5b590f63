import { Checkbox, Modal, Select, Skeleton, Stack, Text } from '@mantine/core';
import { type JourneyInstance, type MonitorAct, mostActed } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogActions, DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useDepartmentOptions } from '../../account/shared/departments.ts';
import { useNodeName } from '../shared/node-name.ts';
import classes from './monitor.module.css';
import { instanceQuery, useActOnInstances } from './monitor.queries.ts';

type ActDialogProps = { act: MonitorAct; instances: readonly JourneyInstance[]; onDone?: () => void; onClose: () => void };
type Refused = { instanceId: string; reason: string }[];

/** Asks before something is done with walks, and names those that refused it. */
export function ActDialog({ act, instances, onDone, onClose }: ActDialogProps) {
  const say = useWords(journeyWords.monitor);
  const [first] = instances;
  const isOfOneVersion = instances.every(({ journeyId, version }) => journeyId === first?.journeyId && version === first.version);
  const asksNode = act === 'continue' && isOfOneVersion;
  const details = useQuery({ ...instanceQuery(first?.id ?? ''), enabled: asksNode && first !== undefined, refetchInterval: false });
  const departments = useDepartmentOptions(act === 'handOver');
  const toNodeName = useNodeName();
  const [node, setNode] = useState('');
  const [departmentId, setDepartmentId] = useState('');
  const [repeatsCalls, setRepeatsCalls] = useState(false);
  const [refused, setRefused] = useState<{ done: number; list: Refused }>();
  const call = useActOnInstances();

  const isTooMany = instances.length > mostActed;
  const lacks = (act === 'continue' && node === '') || (act === 'handOver' && departmentId === '');
  const handleSubmit = () =>
    call.mutate(
      { act, instanceIds: instances.map(({ id }) => id), node, departmentId, repeatsCalls },
      {
        onSuccess: ({ done, refused: list }) => {
          onDone?.();
          if (list.length > 0) return setRefused({ done, list });
          showToast('success', say('done', { count: done }));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say(`actTitle_${act}`, { count: instances.length })}>
      {refused ? (
        <RefusedList {...refused} instances={instances} onClose={onClose} />
      ) : (
        <DialogForm
          submit={say(`act_${act}`)}
          isDangerous={act === 'stop'}
          isBusy={call.isPending}
          isDisabled={lacks || isTooMany}
          {...(isTooMany ? { hint: say('tooMany', { most: mostActed }) } : {})}
          {...(act === 'stop' ? { focusOn: 'cancel' as const } : {})}
          onCancel={onClose}
          onSubmit={handleSubmit}
        >
          {call.error ? <SaveFailure error={call.error} /> : null}
          <Text size="sm">{say(`actText_${act}`)}</Text>
          {act === 'retry' ? (
            <Checkbox
              label={say('repeatsCalls')}
              description={say('repeatsCallsHint')}
              checked={repeatsCalls}
              onChange={(event) => setRepeatsCalls(event.currentTarget.checked)}
            />
          ) : null}
          {act === 'continue' ? (
            !isOfOneVersion ? (
              <Text size="sm" role="alert">
                {say('oneVersion')}
              </Text>
            ) : details.data ? (
              <Select
                label={say('continueAt')}
                required
                searchable
                data={details.data.nodes.map((one) => ({ value: one.id, label: toNodeName(one) }))}
                value={node || null}
                onChange={(next) => setNode(next ?? '')}
              />
            ) : details.error ? (
              <SaveFailure error={details.error} />
            ) : (
              <Skeleton height={36} radius="md" />
            )
          ) : null}
          {act === 'handOver' ? (
            <Select
              label={say('department')}
              required
              searchable
              data={departments}
              value={departmentId || null}
              onChange={(next) => setDepartmentId(next ?? '')}
            />
          ) : null}
        </DialogForm>
      )}
    </Modal>
  );
}

type RefusedListProps = { done: number; list: Refused; instances: readonly JourneyInstance[]; onClose: () => void };

function RefusedList({ done, list, instances, onClose }: RefusedListProps) {
  const say = useWords(journeyWords.monitor);
  const names = new Map(instances.map(({ id, customerName, address }) => [id, [customerName, address].filter(Boolean).join(', ')]));
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {done > 0 ? `${say('done', { count: done })} ` : ''}
        {say('refused', { count: list.length })}
      </Text>
      <ul className={classes.refused}>
        {list.map(({ instanceId, reason }) => (
          <li key={instanceId}>
            <strong>{names.get(instanceId) || instanceId}</strong>: {reason}
          </li>
        ))}
      </ul>
      <DialogActions submit={undefined} cancel={say('close')} focusOn="cancel" onCancel={onClose} />
    </Stack>
  );
}
