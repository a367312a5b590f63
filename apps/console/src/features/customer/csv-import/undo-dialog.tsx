import { List, Modal, Skeleton, Text } from '@mantine/core';
import type { UndoForesight, UploadRecord } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { DialogActions } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { foresightQuery } from './csv-import.queries.ts';

export type UndoDialogProps = {
  record: UploadRecord;
  /** Time until which it can be undone, ISO */
  until: string;
  onClose: () => void;
  onUndo: () => void;
};

/** Says before an undo how many customers go, come back and stay, and why they stay. */
export function UndoDialog({ record: { uploadId, file }, until, onClose, onUndo }: UndoDialogProps) {
  const say = useWords(customerWords.csvImport);
  const foresight = useQuery(foresightQuery(uploadId));
  const does = foresight.data ? foresight.data.removedCount + foresight.data.restoredCount : 0;
  return (
    <Modal opened onClose={onClose} title={say('undoTitle')}>
      <Text size="sm" mb="sm">
        {say('undoText', { name: file.name })}
      </Text>
      {foresight.data ? (
        <Foresight foresight={foresight.data} />
      ) : foresight.isError ? (
        <ErrorState error={foresight.error} onRetry={() => void foresight.refetch()} />
      ) : (
        <Skeleton height={72} />
      )}
      <Text size="sm" c="dimmed" my="sm">
        {say('undoUntil', { time: formatReportDate(until) })}
      </Text>
      <DialogActions
        submit={say('undo')}
        isDangerous
        isDisabled={does === 0}
        {...(foresight.data && does === 0 ? { hint: say('undoNothing') } : {})}
        onCancel={onClose}
        onSubmit={onUndo}
      />
    </Modal>
  );
}

function Foresight({ foresight: { removedCount, restoredCount, kept, isWhole } }: { foresight: UndoForesight }) {
  const say = useWords(customerWords.csvImport);
  const keptCount = kept.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <List size="sm" className="tabular">
        <List.Item>{say('undoRemoved', { count: removedCount })}</List.Item>
        <List.Item>{say('undoRestored', { count: restoredCount })}</List.Item>
        <List.Item>
          {say('undoKept', { count: keptCount })}
          {kept.length > 0 ? (
            <List size="sm" withPadding>
              {kept.map(({ reason, count }) => (
                <List.Item key={reason}>{say(`undoKept_${reason}`, { count })}</List.Item>
              ))}
            </List>
          ) : null}
        </List.Item>
      </List>
      {isWhole ? null : (
        <Text size="xs" c="dimmed" mt="xs">
          {say('undoPart')}
        </Text>
      )}
    </>
  );
}
