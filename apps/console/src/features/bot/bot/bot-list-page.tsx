import { Button } from '@mantine/core';
import { type BotCard, builderPermissions } from '@parley/contract';
import { IconPlus, IconRobot, IconSearchOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { CardList } from '../../../components/card-list.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { tileList } from '../../../components/tile.tsx';
import { confirmBin } from '../../../lib/dialogs.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import classes from './bot.module.css';
import { BotListSearch } from './bot.search.ts';
import { BotCardTile } from './bot-card-tile.tsx';
import { BotFormModal } from './bot-form.tsx';
import { botListQuery, useRemoveBot } from './bot-list.queries.ts';

const searchDelayMs = 100; // BOT-003

/** All bots as cards, the newest first. */
export function BotListPage() {
  const say = useWords(botWords.list);
  const { name } = BotListSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const list = useInfiniteQuery(botListQuery(name));
  const remove = useRemoveBot();
  const [edited, setEdited] = useState<BotCard | 'new'>();
  const bots = list.data?.pages.flatMap(({ agents }) => agents);
  const isFirstTime = bots?.length === 0 && name === '' && !list.isPlaceholderData;

  const handleSearch = (next: string) => void navigate({ to: '/bots', search: { name: next }, replace: true });
  const handleDelete = async (bot: BotCard) => {
    if (!(await confirmBin('deleteAgent', bot.name))) return;
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
      <CardList
        label={say('title')}
        query={list}
        rows={bots}
        getRowId={({ id }) => id}
        card={(bot) => <BotCardTile bot={bot} onEdit={() => setEdited(bot)} onDelete={() => void handleDelete(bot)} />}
        className={tileList}
        loading={{ count: 6, height: 196, radius: 'lg' }}
        errorTitle={say('couldNotLoad')}
        isFetching={list.isFetching}
        empty={
          <>
            {isFirstTime ? (
              <EmptyState icon={IconRobot} order={2} title={say('emptyTitle')} text={say('emptyText')} action={createButton} />
            ) : (
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
            )}
            <div className={classes.more}>
              <Button variant="default" disabled>
                {say('none')}
              </Button>
            </div>
          </>
        }
        more={{
          label: say('showMore'),
          className: classes.more,
          end: (
            <Button variant="default" disabled>
              {say('noMore')}
            </Button>
          ),
        }}
      />
      <BotFormModal bot={edited} onClose={() => setEdited(undefined)} />
    </div>
  );
}
