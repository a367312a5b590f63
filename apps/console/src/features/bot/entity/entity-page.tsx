import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './entity.module.css';
import { entityQuery } from './entity.queries.ts';
import { EntityForm } from './entity-form.tsx';

/** The form by its own address: `create`, or the id of an entity (ENTITY-010 to ENTITY-012). */
export function EntityPage() {
  const { botId = '', type = '' } = useParams({ strict: false });
  if (type === 'create') return <EntityForm botId={botId} entity={undefined} />;
  return <StoredEntity key={type} botId={botId} entityId={type} />;
}

function StoredEntity({ botId, entityId }: { botId: string; entityId: string }) {
  const say = useWords(botWords.entity);
  const entity = useQuery(entityQuery(botId, entityId));
  if (entity.data) return <EntityForm botId={botId} entity={entity.data} />;
  if (entity.isError) return <ErrorState error={entity.error} title={say('couldNotLoad')} onRetry={() => void entity.refetch()} />;
  return (
    <Stack gap="md" className={classes.card}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={36} radius="md" />
      ))}
    </Stack>
  );
}
