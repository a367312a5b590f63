import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { IconFilterOff, IconSitemap } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { mapQuery } from './insight.queries.ts';
import { countCoverage, filterMap, foldAtFirst, type MapStory } from './map-filter.ts';
import { MapStoryBranch } from './map-story.tsx';
import classes from './story-map.module.css';
import { useMapKeys } from './use-map-keys.ts';

/** The map of a bot, to read: it leads to the intents. */
export function StoryMapPage() {
  const say = useWords(botWords.designer);
  const { botId = '' } = useParams({ strict: false });
  const map = useQuery(mapQuery(botId));
  if (map.data) {
    return map.data.length > 0 ? (
      <StoryMap key={botId} botId={botId} stories={map.data} />
    ) : (
      <EmptyState
        order={2}
        icon={IconSitemap}
        title={say('emptyTitle')}
        text={say('emptyText')}
        action={
          <Anchor component={Link} to={`/bots/${botId}/intents` as string} size="sm">
            {say('toIntents')}
          </Anchor>
        }
      />
    );
  }
  if (map.isError) return <ErrorState error={map.error} title={say('couldNotLoad')} onRetry={() => void map.refetch()} />;
  return <Skeleton height={320} radius="md" />;
}

function StoryMap({ botId, stories }: { botId: string; stories: readonly MapStory[] }) {
  const say = useWords(botWords.designer);
  const [text, setText] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => foldAtFirst(stories));
  const fold = useCallback(
    (storyId: string, isFolded: boolean) =>
      setFolded((old) => {
        const next = new Set(old);
        if (isFolded) next.add(storyId);
        else next.delete(storyId);
        return next;
      }),
    [],
  );
  const handleKeys = useMapKeys(fold);
  const shown = filterMap(stories, text);
  const { count, tested } = countCoverage(stories);
  const isSearching = text.trim() !== '';

  return (
    <div className={classes.layout}>
      <div>
        <Text component="h2" fw={620} size="md" m={0}>
          {say('title')}
        </Text>
        <Text size="xs" c="dimmed">
          {say('hint')} {say('keys')}
        </Text>
      </div>
      <div className={classes.head}>
        <SearchBox
          className={classes.search}
          aria-label={say('search')}
          placeholder={say('search')}
          delayMs={200}
          value={text}
          onSearch={setText}
        />
        <Button size="xs" variant="default" onClick={() => setFolded(new Set())}>
          {say('unfoldAll')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setFolded(new Set(stories.map(({ id }) => id)))}>
          {say('foldAll')}
        </Button>
        <span className={classes.coverage}>{say('coverage', { count, tested })}</span>
      </div>
      {shown.length === 0 ? <EmptyState icon={IconFilterOff} title={say('nothingMatches')} text={say('nothingMatchesText')} /> : null}
      <ul className={classes.map} aria-label={say('map')} onKeyDown={handleKeys}>
        {shown.map((story) => (
          <MapStoryBranch
            key={story.id}
            botId={botId}
            story={story}
            // A search shows its hits, folded or not.
            isFolded={!isSearching && folded.has(story.id)}
            onFold={(isFolded) => fold(story.id, isFolded)}
          />
        ))}
      </ul>
    </div>
  );
}
