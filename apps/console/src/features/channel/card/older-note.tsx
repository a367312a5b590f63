import { Alert, Button, Group, Text } from '@mantine/core';
import type { RichCard } from '@parley/contract';
import { sayDone } from '../../../lib/done.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { useCan } from '../../account/shared/me.ts';
import { useUpdateDrafts } from './card.queries.ts';

/** Streams with an earlier version of a card, and the way to bring their drafts up to date; nothing where there is none. */
export function OlderNote({ card }: { card: RichCard }) {
  const say = useWords(channelWords.card);
  const update = useUpdateDrafts();
  const mayUpdate = useCan(['JOURNEYS.EDIT']);
  if (card.olderIn === 0) return null;
  const handleUpdate = () =>
    update.mutate(card.id, {
      onSuccess: ({ updated, held }) => {
        showToast('success', sayDone(say('draftsUpdated', { count: updated }), 'saved'));
        if (held.length > 0) showToast('warning', say('draftsHeld', { names: held.join(', ') }));
      },
      onError: tellFailure,
    });
  const names = card.usedIn.filter(({ isOlder }) => isOlder).map(({ name }) => name);
  return (
    <Alert color="yellow" title={say('olderIn', { count: card.olderIn })}>
      <Group justify="space-between">
        <Text size="sm">
          {names.join(', ')}. {say('olderWhy')}
        </Text>
        {mayUpdate ? (
          <Button size="compact-sm" variant="default" loading={update.isPending} onClick={handleUpdate}>
            {say('updateDrafts')}
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
