import { Text } from '@mantine/core';
import type { Artifact } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CardList } from '../../../components/card-list.tsx';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';
import classes from './artifact.module.css';
import { type ArtifactFilter, artifactsQuery } from './artifact.queries.ts';
import { ListFailure } from './list-failure.tsx';

/** The grid of what a filter lets through, page by page. */
export function ArtifactList({ filter, children }: { filter: ArtifactFilter; children: (artifact: Artifact) => ReactNode }) {
  const say = useWords(fileWords.artifact);
  const list = useInfiniteQuery(artifactsQuery(filter));
  return (
    <CardList
      label={say('title')}
      query={list}
      rows={list.data?.pages.flatMap((page) => page.artifacts)}
      getRowId={({ _id }) => _id}
      card={children}
      className={classes.grid}
      loading={say('syncing')}
      failure={(error, onRetry) => <ListFailure error={error} onRetry={onRetry} />}
      empty={<Text role="status">{say('empty')}</Text>}
      more={{
        label: say('showMore'),
        className: classes.foot,
        end: (
          <Text size="sm" c="dimmed" role="status">
            {say('noMore')}
          </Text>
        ),
      }}
    />
  );
}
