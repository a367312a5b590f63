import { Button } from '@mantine/core';
import type { UploadRecord } from '@parley/contract';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { openDialog } from '../../../lib/dialogs.ts';
import { type DoneWord, sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { useUploadAction } from './csv-import.queries.ts';
import { UndoDialog } from './undo-dialog.tsx';

/** Cancel while an import waits or runs, undo as long as the server allows it. */
export function UploadActions({ record, size }: { record: UploadRecord; size: 'compact-sm' | 'sm' }) {
  const say = useWords(customerWords.csvImport);
  const cancel = useUploadAction('cancel');
  const undo = useUploadAction('undo');
  const [isAsking, setAsking] = useState(false);
  const { uploadId, phase, undoUntil, file } = record;

  const tell = (done: DoneWord) => ({
    onSuccess: ({ message }: { message: string }) => showToast('success', sayDone(message, done)),
  });
  const handleCancel = async () => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('cancelTitle'),
      text: say('cancelText', { name: file.name }),
      confirm: say('cancelYes'),
      cancel: say('cancelNo'),
      color: 'red',
    });
    if (isSure) cancel.mutate(uploadId, tell('cancelled'));
  };
  const handleUndo = () => {
    setAsking(false);
    undo.mutate(uploadId, tell('undone'));
  };

  if (phase === 'queued' || phase === 'running') {
    return (
      <Button
        size={size}
        variant="default"
        loading={cancel.isPending}
        aria-label={say('cancelOf', { name: file.name })}
        onClick={() => void handleCancel()}
      >
        {say('cancelImport')}
      </Button>
    );
  }
  if (!undoUntil || new Date(undoUntil).getTime() <= Date.now()) return null;
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        loading={undo.isPending}
        aria-label={say(phase === 'undone' ? 'undoRestOf' : 'undoOf', { name: file.name })}
        onClick={() => setAsking(true)}
      >
        {say(phase === 'undone' ? 'undoRest' : 'undo')}
      </Button>
      {isAsking ? <UndoDialog record={record} until={undoUntil} onClose={() => setAsking(false)} onUndo={handleUndo} /> : null}
    </>
  );
}
