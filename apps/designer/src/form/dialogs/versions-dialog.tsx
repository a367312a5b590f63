import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { formatTimestamp } from '@parley/ui/format';
import { useWords } from '@parley/ui/words';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormEditor, useFormState } from '../editor/use-form-editor.ts';
import { useFormApi } from '../form-api-context.ts';
import { formWords } from '../words.ts';

type Props = { isOpen: boolean; published: number; announce: (words: string) => void; onClose: () => void };

/** Versions of the form; one is taken back into the draft, which can be undone. */
export function VersionsDialog({ isOpen, published, announce, onClose }: Props) {
  const say = useWords(formWords.versions);
  const api = useFormApi();
  const editor = useFormEditor();
  const { isReadOnly } = useFormState();
  const [fault, setFault] = useState('');
  const { data, error, refetch } = useQuery({ queryKey: ['form-versions', published], queryFn: () => api.versions(), enabled: isOpen });
  const restore = async (number: number) => {
    setFault('');
    try {
      const document = await api.version(number);
      editor.change({ ...document, id: editor.document.id, name: editor.document.name });
      announce(say('restored', { number }));
      onClose();
    } catch (problem) {
      setFault(problem instanceof Error ? problem.message : '');
    }
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={say('title')}>
      <Stack>
        {fault !== '' && <Alert color="red">{fault}</Alert>}
        {error ? (
          <Alert color="red">
            <Stack gap="xs" align="flex-start">
              {error.message}
              <Button size="xs" variant="default" onClick={() => void refetch()}>
                {say('again')}
              </Button>
            </Stack>
          </Alert>
        ) : data === undefined ? (
          <Loader mx="auto" aria-label={say('loading')} />
        ) : data.length === 0 ? (
          <Text size="sm" c="dimmed">
            {say('none')}
          </Text>
        ) : (
          data.map(({ number, note, by, at, answered }) => (
            <Group key={number} justify="space-between" wrap="nowrap" align="flex-start">
              <div>
                <Text size="sm" fw={550}>
                  {say('version', { number })}
                </Text>
                {note !== '' && <Text size="sm">{note}</Text>}
                <Text size="xs" c="dimmed">
                  {[formatTimestamp(at), by, say('answers', { count: answered })].filter((one) => one !== '').join(' · ')}
                </Text>
              </div>
              {!isReadOnly && (
                <Button size="xs" variant="default" aria-label={say('restoreVersion', { number })} onClick={() => void restore(number)}>
                  {say('restore')}
                </Button>
              )}
            </Group>
          ))
        )}
      </Stack>
    </Modal>
  );
}
