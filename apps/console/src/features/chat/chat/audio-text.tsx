import { Button, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { useCan } from '../../account/shared/me.ts';
import { transcriptsQuery } from '../shared/chat.queries.ts';

/** Transcript of a recording, once somebody has asked for it. Agents may ask for one if the enterprise has a speech service. */
export function AudioText({ chatId, number }: { chatId: string; number: number }) {
  const t = useWords(chatWords.conversation);
  const mayAsk = useCan(['CHAT.HANDLE']);
  const client = useQueryClient();
  const { data } = useQuery(transcriptsQuery(chatId));
  const ask = useMutation({
    meta: { isQuiet: true },
    mutationFn: () => api.chats.transcribe({ params: { chatId }, body: { number } }),
    onSuccess: () => client.invalidateQueries({ queryKey: transcriptsQuery(chatId).queryKey }),
    onError: tellFailure,
  });
  const transcript = data?.transcripts.find((known) => known.number === number);
  if (transcript)
    return (
      <Text size="sm" c="dimmed" fs="italic" maw={420} mt={4} style={{ overflowWrap: 'anywhere' }}>
        {transcript.text === '' ? t('audioSilent') : t('audioSays', { text: transcript.text })}
      </Text>
    );
  if (!data?.canTranscribe || !mayAsk) return null;
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      w="fit-content"
      mt={4}
      leftSection={<IconFileText size={13} aria-hidden />}
      loading={ask.isPending}
      onClick={() => ask.mutate()}
    >
      {t('audioAsText')}
    </Button>
  );
}
