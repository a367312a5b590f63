import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { intentNamesQuery } from './bot.queries.ts';

/** The name of an intent, leading to its editor as long as there is one of this name. */
export function IntentLink({ botId, name }: { botId: string; name: string }) {
  const { data: intents } = useQuery(intentNamesQuery(botId));
  const intent = intents?.find((entry) => entry.name === name);
  if (!intent) return <>{name}</>;
  return (
    <Anchor
      component={Link}
      to={`/bots/${botId}/intents` as string}
      search={{ story: intent.storyId, intent: intent.id } as never}
      size="sm"
    >
      {name}
    </Anchor>
  );
}
