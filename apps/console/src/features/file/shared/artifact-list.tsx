import { Button, Text } from '@mantine/core';
import type { Artifact } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';
import classes from './artifact.module.css';
import { type ArtifactFilter, artifactsQuery, failureText } from './artifact.queries.ts';

/** The grid of what a filter lets through, page by page, with its five states. */
export function ArtifactList({ filter, children }: { filter: ArtifactFilter; children: (artifact: Artifact) => ReactNode }) {
  const say = useWords(fileWords.artifact);
  const list = useInfiniteQuery(artifactsQuery(filter));
  const artifacts = list.data?.pages.flatMap((page) => page.artifacts) ?? [];
  if (list.isPending) return <Text role="status">{say('syncing')}</Text>;
  if (list.error && artifacts.length === 0)
    return (
      <div role="alert">
        <Text>{failureText(list.error)}</Text>
        <Button variant="default" size="xs" mt="xs" onClick={() => void list.refetch()}>
          {say('retry')}
        </Button>
      </div>
    );
  if (artifacts.length === 0) return <Text role="status">{say('empty')}</Text>;
  return (
    <>
      <ul className={classes.grid} aria-label={say('title')}>
        {artifacts.map((artifact) => (
          <li key={artifact._id}>{children(artifact)}</li>
        ))}
      </ul>
      <div className={classes.foot}>
        {list.hasNextPage ? (
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {say('showMore')}
          </Button>
        ) : (
          <Text size="sm" c="dimmed" role="status">
            {say('noMore')}
          </Text>
        )}
      </div>
    </>
  );
}
