import { Button, Group, TextInput } from '@mantine/core';
import { makeId } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../frame/api-context.ts';
import type { Play } from '../../play/play.ts';
import { useShell } from '../../shell-context.ts';
import { designerWords } from '../../words.ts';

/** Keeps the conversation as a test of the stream. */
export function SaveAsTest({ play, language }: { play: Play; language: string }) {
  const say = useWords(designerWords.try);
  const api = useApi();
  const client = useQueryClient();
  const { announce, setPanel } = useShell();
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () =>
      api.saveTest(
        play.toTest(
          makeId((below) => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % below),
          name.trim(),
        ),
      ),
    onSuccess: () => {
      setName('');
      announce(say('testSaved'));
      void client.invalidateQueries({ queryKey: ['tests'] });
      setPanel('tests');
    },
  });
  return (
    <form
      lang={language}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') save.mutate();
      }}
    >
      <Group gap={6} align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          size="xs"
          label={say('saveAsTest')}
          placeholder={say('testName')}
          value={name}
          maxLength={120}
          error={save.isError ? save.error.message || say('notSaved') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          size="xs"
          type="submit"
          variant="default"
          leftSection={<IconDeviceFloppy size={14} />}
          loading={save.isPending}
          disabled={name.trim() === ''}
        >
          {say('save')}
        </Button>
      </Group>
    </form>
  );
}
