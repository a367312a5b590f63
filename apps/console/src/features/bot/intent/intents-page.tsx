import { Button, SegmentedControl } from '@mantine/core';
import { builderPermissions } from '@parley/contract';
import { IconBulb, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { hasUnsavedIntent, setUnsavedIntent } from '../shared/unsaved.ts';
import { intentListQuery, storiesQuery, toStoryRows } from './intent.queries.ts';
import { IntentSearch, noIntentSearch } from './intent.search.ts';
import { IntentListPanel } from './intent-list-panel.tsx';
import { IntentWorkbench } from './intent-workbench.tsx';
import classes from './intents.module.css';
import { StoryPanel } from './story-panel.tsx';
import { useIntentGuard } from './use-intent-guard.ts';

type View = 'list' | 'intent' | 'parameters';

/** Stories and intents, the editor of one intent, and its parameters; narrow screens show one of the three at a time. */
export function IntentsPage() {
  const say = useWords(botWords.intent);
  const { botId = '' } = useParams({ strict: false });
  const { search, change } = useAddressState(IntentSearch);
  const [view, setView] = useState<View>(search.intent === '' ? 'list' : 'intent');
  const stories = useQuery(storiesQuery(botId));
  const rows = toStoryRows(stories.data);
  const story = rows.find((row) => row.story.id === search.story)?.story;
  useIntentGuard();

  /** Refuses an action that would close the open intent until it is saved or discarded (STORY-008, INTENT-032, INTENT-033). */
  const unlessUnsaved = (work: () => void) => {
    if (hasUnsavedIntent()) showToast('error', botWords.intentTexts('unsaved'));
    else work();
  };

  const list = useInfiniteQuery(intentListQuery(botId, search.story, search.name));
  const firstId = list.isPlaceholderData ? undefined : list.data?.pages[0]?.intents[0]?.id;
  const enteredStory = useRef('');
  // The first intent opens by itself when a story is entered (INTENT-004), and not again once it was closed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it acts upon, not what wakes it
  useEffect(() => {
    if (search.story === '') enteredStory.current = '';
    if (search.story === '' || enteredStory.current === search.story) return;
    if (search.intent === '' && list.data === undefined) return;
    enteredStory.current = search.story;
    if (search.intent === '' && firstId) change({ intent: firstId }, { isReplacing: true });
  }, [search.story, search.intent, list.data, firstId]);

  const openIntent = (intent: string) => {
    if (intent !== search.intent) unlessUnsaved(() => change({ intent }));
    setView('intent');
  };
  const createIntent = () => {
    const first = story ?? rows[0]?.story;
    if (!first) {
      if (stories.data) showToast('error', botWords.storyTexts('missing'));
      return;
    }
    createIn(first.id);
  };
  const createIn = (storyId: string) =>
    unlessUnsaved(() => {
      enteredStory.current = storyId;
      change({ story: storyId, intent: 'new' });
      setView('intent');
    });

  return (
    <div>
      <SegmentedControl
        className={classes.views}
        fullWidth
        size="xs"
        aria-label={say('views')}
        value={view}
        onChange={(next) => setView(next as View)}
        data={[
          { value: 'list', label: say('viewList') },
          { value: 'intent', label: say('viewIntent') },
          { value: 'parameters', label: say('viewParameters') },
        ]}
      />
      <div className={classes.panels} data-view={view}>
        <section className={classes.left} aria-label={say('stories')}>
          {search.story === '' ? (
            <StoryPanel
              botId={botId}
              onOpen={(id) => change({ ...noIntentSearch, story: id })}
              onCreateIntent={createIntent}
              onCreateFirst={createIn}
            />
          ) : (
            <IntentListPanel
              botId={botId}
              storyId={search.story}
              storyName={story?.name ?? ''}
              openId={search.intent}
              name={search.name}
              onSearch={(name) => change({ name }, { isReplacing: true })}
              onBack={() => unlessUnsaved(() => change(noIntentSearch))}
              onOpen={openIntent}
              onCreate={createIntent}
              onDeleted={(id) => {
                if (id !== search.intent) return;
                setUnsavedIntent(false);
                change({ intent: '' }, { isReplacing: true });
              }}
            />
          )}
        </section>
        {search.story !== '' && search.intent !== '' ? (
          <IntentWorkbench
            key={`${search.story} ${search.intent}`}
            botId={botId}
            storyId={search.story}
            intentId={search.intent}
            onCreated={(id) => change({ intent: id }, { isReplacing: true })}
            onClose={() => {
              change({ intent: '' });
              setView('list');
            }}
          />
        ) : (
          <section className={classes.nothing} aria-label={say('viewIntent')}>
            <EmptyState
              icon={IconBulb}
              order={2}
              title={say('nothingOpen')}
              text={say('nothingOpenText')}
              action={
                <May any={builderPermissions}>
                  <Button variant="light" leftSection={<IconPlus size={16} />} onClick={createIntent}>
                    {say('createIntent')}
                  </Button>
                </May>
              }
            />
          </section>
        )}
      </div>
    </div>
  );
}
