import { Button, Skeleton } from '@mantine/core';
import { type BotCard, builderPermissions } from '@parley/contract';
import { IconPlus, IconRobot, IconSearchOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import classes from './bot.module.css';
import { BotListSearch } from './bot.search.ts';
import { BotCardTile } from './bot-card-tile.tsx';
import { BotFormModal } from './bot-form.tsx';
import { botListQuery, useRemoveBot } from './bot-list.queries.ts';

const searchDelayMs = 100; // on this screen alone; every other search of agents waits 300 ms (BOT-005)

/** All bots as cards, the newest first. */
export function BotListPage() {
  const say = useWords(botWords.list);
  const { name } = BotListSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const list = useInfiniteQuery(botListQuery(name));
  const remove = useRemoveBot();
  const [edited, setEdited] = useState<BotCard | 'new'>();
  const isSkeletonDue = useDelayed(list.isPending);
  const bots = list.data?.pages.flatMap(({ agents }) => agents);
  const isFirstTime = bots?.length === 0 && name === '' && !list.isPlaceholderData;

  const handleSearch = (next: string) => void navigate({ to: '/bots', search: { name: next }, replace: true });
  const handleDelete = async (bot: BotCard) => {
    if (!(await confirmDelete('deleteAgent', bot.name))) return;
    remove.mutate(bot, {
      onSuccess: ({ message }) => showToast('success', inEnglish(message) || botWords.botTexts('deleted')),
      onError: (error) => {
        const { code, data } = describeFailure(error);
        const isUsed = Array.isArray(data.uses) && data.uses.length > 0;
        if (code === '101' && !isUsed) showToast('error', botWords.botTexts('hasIntents'));
        else tellFailure(error);
      },
    });
  };
  const createButton = (
    <May any={builderPermissions}>
      <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
        {say('createNew')}
      </Button>
    </May>
  );

  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} actions={isFirstTime ? null : createButton} />
      <SearchBox
        className={classes.search}
        aria-label={say('searchAgents')}
        placeholder={say('searchAgents')}
        maxLength={120}
        value={name}
        delayMs={searchDelayMs}
        onSearch={handleSearch}
      />
      {list.isPending ? (
        <div className={classes.tiles} aria-busy>
          {isSkeletonDue ? ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => <Skeleton key={key} height={196} radius="lg" />) : null}
        </div>
      ) : null}
      {list.isError && !bots ? <ErrorState error={list.error} title={say('couldNotLoad')} onRetry={() => void list.refetch()} /> : null}
      {bots && bots.length > 0 ? (
        <div className={classes.tiles} aria-busy={list.isFetching}>
          {bots.map((bot) => (
            <BotCardTile key={bot.id} bot={bot} onEdit={() => setEdited(bot)} onDelete={() => void handleDelete(bot)} />
          ))}
        </div>
      ) : null}
      {isFirstTime ? (
        <EmptyState icon={IconRobot} order={2} title={say('emptyTitle')} text={say('emptyText')} action={createButton} />
      ) : bots?.length === 0 ? (
        <EmptyState
          icon={IconSearchOff}
          order={2}
          title={say('noMatchTitle')}
          text={say('noMatchText', { name })}
          action={
            <Button variant="default" onClick={() => handleSearch('')}>
              {say('clearSearch')}
            </Button>
          }
        />
      ) : null}
      {bots ? (
        <div className={classes.more}>
          <Button
            variant="default"
            disabled={!list.hasNextPage}
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {say(list.hasNextPage ? 'showMore' : bots.length === 0 ? 'none' : 'noMore')}
          </Button>
        </div>
      ) : null}
      <BotFormModal bot={edited} onClose={() => setEdited(undefined)} />
    </div>
  );
}
