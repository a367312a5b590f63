import { Button, Text, UnstyledButton } from '@mantine/core';
import type { Bucket } from '@parley/contract';
import { IconFolder } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';
import classes from './artifact.module.css';
import { type ArtifactFilter, bucketsQuery, failureText } from './artifact.queries.ts';

export type BucketListProps = { filter: ArtifactFilter; onOpen: (bucket: Bucket) => void; actions?: (bucket: Bucket) => ReactNode };

/** Folders of attachments; one is opened by pressing it. */
export function BucketList({ filter, onOpen, actions }: BucketListProps) {
  const say = useWords(fileWords.artifact);
  const buckets = useQuery(bucketsQuery(filter));
  if (buckets.isPending) return <Text role="status">{say('syncing')}</Text>;
  if (buckets.error)
    return (
      <div role="alert">
        <Text>{failureText(buckets.error)}</Text>
        <Button variant="default" size="xs" mt="xs" onClick={() => void buckets.refetch()}>
          {say('retry')}
        </Button>
      </div>
    );
  if (buckets.data.length === 0) return <Text role="status">{say('noBuckets')}</Text>;
  return (
    <ul className={classes.grid} aria-label={say('buckets')}>
      {buckets.data.map((bucket) => (
        <li key={bucket.id}>
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
        </li>
      ))}
    </ul>
  );
}
