import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { cardQuery } from './card.queries.ts';
import { CardForm } from './card-form.tsx';

/** The editor: of a new card, or of one that is there. */
export function CardPage() {
  const say = useWords(channelWords.card);
  const { cardId = '' } = useParams({ strict: false });
  const isNew = cardId === 'create';
  const card = useQuery({ ...cardQuery(cardId), enabled: !isNew });
  if (isNew) return <CardForm key="create" card={undefined} />;
  if (card.data) return <CardForm key={card.data.id} card={card.data} />;
  if (card.isError) return <ErrorState error={card.error} title={say('couldNotLoad')} onRetry={() => void card.refetch()} />;
  return (
    <Stack gap="md">
      <Skeleton height={72} radius="md" />
      <Skeleton height={320} radius="md" />
    </Stack>
  );
}
