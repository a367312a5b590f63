import { Alert, Code, Text } from '@mantine/core';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';

/** A website's chat that no website may show: what is missing, and how a page without leave says so. */
export function NoDomain() {
  const say = useWords(channelWords.channel);
  return (
    <Alert color="yellow" title={say('noDomain')}>
      <Text size="sm">{say('noDomainHint')}</Text>
      <Code block mt="xs">
        {'Parley chat: This page may not show the widget. Add its domain, shop.example.com, to the website channel.'}
      </Code>
    </Alert>
  );
}
