import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { CallRecording, CallRoom } from '@parley/contract';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { api } from '../../../lib/api.ts';
import { formatInstant } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { callWords } from '../../../locales/call.ts';
import { useCan } from '../../account/shared/me.ts';
import { callsQuery } from '../shared/chat.queries.ts';

/** Minutes and seconds, as players show them. */
const lengthOf = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Calls of a chat with their recordings, which those play who may see the history. */
export function CallHistory({ chatId }: { chatId: string }) {
  const say = useWords(callWords.history);
  const { data: calls, error, refetch } = useQuery(callsQuery(chatId));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!calls) return <Skeleton height={32} />;
  if (calls.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {say('none')}
      </Text>
    );
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {calls.map((call) => (
        <li key={call.id}>
          <CallRow call={call} chatId={chatId} />
        </li>
      ))}
    </Stack>
  );
}

function CallRow({ call, chatId }: { call: CallRoom; chatId: string }) {
  const say = useWords(callWords.history);
  const time = formatInstant(call.createdAt, 'instant');
  const { liveAt, endedAt } = call;
  const line =
    liveAt === null
      ? say(endedAt === null ? 'running' : 'missed', { time })
      : endedAt === null
        ? say('running', { time })
        : say('with', { time, length: lengthOf(Date.parse(endedAt) - Date.parse(liveAt)) });
  return (
    <Stack gap={6}>
      <Text size="sm">{line}</Text>
      {call.recordings.map((recording) => (
        <Recording key={recording.id} recording={recording} chatId={chatId} />
      ))}
    </Stack>
  );
}

function Recording({ recording, chatId }: { recording: CallRecording; chatId: string }) {
  const say = useWords(callWords.history);
  const mayPlay = useCan(['CHAT.VIEW_CHATHISTORY']);
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => api.video.recording({ params: { recordingId: recording.id }, query: { chatId } }),
  });
  const time = formatInstant(recording.startedAt, 'instant');
  if (recording.parts === 0) return null;
  return (
    <>
      <Text size="sm" c="dimmed">
        {say(recording.state === 'BROKEN' ? 'broken' : 'recording', { length: lengthOf(recording.ms) })}
      </Text>
      {!recording.isReady ? (
        <Text size="sm" c="dimmed" role="status">
          {say('preparing')}
        </Text>
      ) : data?.url ? (
        // biome-ignore lint/a11y/useMediaCaption: a recorded conversation has no captions
        <video src={data.url} controls autoPlay aria-label={say('player', { time })} style={{ inlineSize: '100%' }} />
      ) : mayPlay ? (
        <Button
          size="xs"
          variant="default"
          loading={isPending}
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          onClick={() => mutate()}
        >
          {say('play', { time })}
        </Button>
      ) : null}
    </>
  );
}
