import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { formatTime } from '@parley/ui/format';
import { useWords } from '@parley/ui/words';
import { useState } from 'react';
import type { FormSaving } from '../editor/form-saver.ts';
import { useFormEditor } from '../editor/use-form-editor.ts';
import { useFormApi } from '../form-api-context.ts';
import { formWords } from '../words.ts';

type Props = { saving: Extract<FormSaving, { kind: 'conflict' }>; onTakeTheirs: () => Promise<void>; announce: (words: string) => void };

/** Somebody else has saved: theirs is loaded, and one's own is kept beside it as a form of its own, or dropped. */
export function FormConflictDialog({ saving, onTakeTheirs, announce }: Props) {
  const say = useWords(formWords.conflict);
  const api = useFormApi();
  const editor = useFormEditor();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setFault('');
    try {
      await work();
    } catch (error) {
      setFault(error instanceof Error ? error.message : '');
    } finally {
      setBusy(false);
    }
  };
  const keepCopy = async () => {
    const name = await api.saveCopy(editor.document);
    await onTakeTheirs();
    announce(say('kept', { name }));
  };
  return (
    <Modal opened onClose={() => undefined} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false} title={say('title')}>
      <Stack>
        <Text size="sm">{saving.by === '' ? say('why') : say('whyBy', { name: saving.by, time: formatTime(saving.at) })}</Text>
        {fault !== '' && <Alert color="red">{fault}</Alert>}
        <Group justify="flex-end">
          <Button variant="default" disabled={isBusy} onClick={() => void run(onTakeTheirs)}>
            {say('takeTheirs')}
          </Button>
          <Button loading={isBusy} onClick={() => void run(keepCopy)}>
            {say('keepMine')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
