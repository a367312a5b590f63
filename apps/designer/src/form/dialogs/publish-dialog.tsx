import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import type { FormFinding } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { useState } from 'react';
import { formWords } from '../words.ts';
import { FindingList } from './finding-list.tsx';

type Props = {
  isOpen: boolean;
  findings: readonly FormFinding[];
  onPublish: (note: string) => Promise<void>;
  onFinding: (finding: FormFinding) => void;
  onClose: () => void;
};

/** Makes the draft a version; errors keep it from being one, and lead to their place. */
export function PublishDialog({ isOpen, findings, onPublish, onFinding, onClose }: Props) {
  const say = useWords(formWords.publish);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const errors = findings.filter(({ level }) => level === 'error');
  const publish = async () => {
    setBusy(true);
    setError('');
    try {
      await onPublish(note);
      setNote('');
      onClose();
    } catch (fault) {
      setError(fault instanceof Error ? fault.message : '');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={say('title')}>
      <Stack>
        {errors.length > 0 ? (
          <>
            <Alert color="red">{say('errors', { count: errors.length })}</Alert>
            <FindingList findings={errors} onFinding={onFinding} />
          </>
        ) : (
          <>
            <Text size="sm">{say('why')}</Text>
            <Textarea
              label={say('note')}
              value={note}
              maxLength={500}
              autosize
              minRows={2}
              data-autofocus
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </>
        )}
        {error !== '' && <Alert color="red">{error}</Alert>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button disabled={errors.length > 0} loading={isBusy} onClick={() => void publish()}>
            {say('publish')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
