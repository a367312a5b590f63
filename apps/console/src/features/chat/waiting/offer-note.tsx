import { Text } from '@mantine/core';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';

/** The note that a colleague wrote for whoever takes the chat. */
export function OfferNote({ note }: { note: string }) {
  const t = useWords(chatWords.notification);
  return (
    <Text size="sm" mt={4} lineClamp={6} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      <strong>{t('note')}</strong> <bdi>{note}</bdi>
    </Text>
  );
}
