import { Alert, Anchor, Button, Checkbox, Group, Modal, Skeleton, Stack, Table, Text } from '@mantine/core';
import type { AuditChange, AuditDetail } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { formatNumber, formatTimestamp } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { auditWords } from '../../../locales/audit.ts';
import { AuditValue } from '../shared/audit-value.tsx';
import classes from './audit.module.css';
import { entryQuery, usePutBack } from './audit.queries.ts';

type EntryDialogProps = {
  /** '' while none is open. */
  entryId: string;
  onClose: () => void;
  onAllChanges: (entry: Pick<AuditDetail, 'kind' | 'recordId'>) => void;
};

/** One entry: who, when, and each field before and after; values can be put back. */
export function EntryDialog({ entryId, onClose, onAllChanges }: EntryDialogProps) {
  const say = useWords(auditWords.detail);
  const entry = useQuery({ ...entryQuery(entryId), enabled: entryId !== '' });
  return (
    <Modal opened={entryId !== ''} onClose={onClose} title={say('title')} size="xl">
      {entry.data ? (
        <Entry key={entryId} entry={entry.data} onAllChanges={onAllChanges} onClose={onClose} />
      ) : entry.error ? (
        <ErrorState error={entry.error} title={say('couldNotLoad')} onRetry={() => void entry.refetch()} />
      ) : (
        <Stack gap="sm">
          <Skeleton height={24} />
          <Skeleton height={160} />
        </Stack>
      )}
    </Modal>
  );
}

const putBackMark = 'put_back ';

function Entry({ entry, onAllChanges, onClose }: { entry: AuditDetail } & Pick<EntryDialogProps, 'onAllChanges' | 'onClose'>) {
  const say = useWords(auditWords.detail);
  const sayPage = useWords(auditWords.page);
  const sayAction = useWords(auditWords.action);
  const sayKind = useWords(auditWords.kind);
  const sayField = useWords(auditWords.field);
  const isPutBack = entry.reason.startsWith(putBackMark);
  const facts: [string, string][] = [
    [say('when'), formatTimestamp(entry.at)],
    [say('who'), entry.actorName || (entry.actorKind === 'user' ? '' : sayPage(entry.actorKind))],
    [say('address'), entry.address],
    [say('reason'), isPutBack ? say('putBackOf') : entry.reason],
    [say('place'), entry.number > 0 ? String(entry.number) : say('notSealed')],
    [say('hash'), entry.hash.slice(0, 16)],
    ...Object.entries(entry.counts).map(([name, count]): [string, string] => [sayField(name as never) || name, formatNumber(count)]),
  ];
  return (
    <Stack gap="md">
      <Text fw={600}>
        {sayAction(entry.action)}: {sayKind(entry.kind)} {entry.recordName}
      </Text>
      <FactList facts={facts} />
      {entry.isErased ? <Alert color="gray">{say('erased')}</Alert> : <Changes entry={entry} onDone={onClose} />}
      <Group gap="md">
        {entry.link ? (
          <Anchor size="sm" renderRoot={(props) => <Link to={entry.link} {...props} />}>
            {say('open')}
          </Anchor>
        ) : null}
        {entry.recordId ? (
          <Anchor component="button" type="button" size="sm" onClick={() => onAllChanges(entry)}>
            {say('allChanges')}
          </Anchor>
        ) : null}
      </Group>
    </Stack>
  );
}

function Changes({ entry, onDone }: { entry: AuditDetail; onDone: () => void }) {
  const say = useWords(auditWords.detail);
  const sayField = useWords(auditWords.field);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { mutate: putBack, isPending } = usePutBack(entry.id);
  const canPutBack = (field: string) => entry.canPutBack.includes(field);
  if (entry.changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {say('none')}
      </Text>
    );
  const nameOf = ({ field }: AuditChange) => sayField(field as never) || field;
  return (
    <>
      <Table.ScrollContainer minWidth={280}>
        <Table verticalSpacing="xs" layout="fixed" className={classes.changes ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('field')}</Table.Th>
              <Table.Th>{say('before')}</Table.Th>
              <Table.Th>{say('after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entry.changes.map((change) => (
              <Table.Tr key={change.field}>
                <Table.Th scope="row">
                  {canPutBack(change.field) ? (
                    <Checkbox
                      size="xs"
                      label={nameOf(change)}
                      aria-label={say('choose', { field: nameOf(change) })}
                      checked={chosen.includes(change.field)}
                      onChange={({ currentTarget: { checked } }) =>
                        setChosen((fields) => (checked ? [...fields, change.field] : fields.filter((field) => field !== change.field)))
                      }
                    />
                  ) : (
                    nameOf(change)
                  )}
                </Table.Th>
                <Table.Td>
                  <AuditValue value={change.before} other={change.after} isHidden={change.isHidden} />
                </Table.Td>
                <Table.Td>
                  <AuditValue value={change.after} other={change.before} isHidden={change.isHidden} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {entry.canPutBack.length > 0 ? (
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {say('putBackHint')}
          </Text>
          <Button
            disabled={chosen.length === 0}
            loading={isPending}
            onClick={() =>
              putBack([...chosen], {
                onSuccess: () => {
                  showToast('success', say('putBackDone'));
                  onDone();
                },
                onError: (error) => void tellFailure(error),
              })
            }
          >
            {say('putBack')}
          </Button>
        </Group>
      ) : null}
    </>
  );
}
