import { Text, UnstyledButton } from '@mantine/core';
import type { Bucket } from '@parley/contract';
import { IconFolder } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CardList } from '../../../components/card-list.tsx';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';
import classes from './artifact.module.css';
import { type ArtifactFilter, bucketsQuery } from './artifact.queries.ts';
import { ListFailure } from './list-failure.tsx';

export type BucketListProps = { filter: ArtifactFilter; onOpen: (bucket: Bucket) => void; actions?: (bucket: Bucket) => ReactNode };

/** Folders of attachments; one is opened by pressing it. */
export function BucketList({ filter, onOpen, actions }: BucketListProps) {
  const say = useWords(fileWords.artifact);
  const buckets = useQuery(bucketsQuery(filter));
  return (
    <CardList
      label={say('buckets')}
      query={buckets}
      rows={buckets.data}
      getRowId={({ id }) => id}
      card={(bucket) => (
        <>
          <UnstyledButton className={classes.tile ?? ''} onClick={() => onOpen(bucket)} aria-label={say('bucketOf', { name: bucket.name })}>
            <span className={classes.picture}>
              <IconFolder size={34} stroke={1.4} aria-hidden />
            </span>
            <span className={classes.words}>
              <span className={classes.name}>{bucket.name}</span>
              <span className={classes.detail}>{say('count', { count: bucket.count })}</span>
            </span>
          </UnstyledButton>
          {actions?.(bucket)}
        </>
      )}
      className={classes.grid}
      loading={say('syncing')}
      failure={(error, onRetry) => <ListFailure error={error} onRetry={onRetry} />}
      empty={<Text role="status">{say('noBuckets')}</Text>}
    />
  );
}
