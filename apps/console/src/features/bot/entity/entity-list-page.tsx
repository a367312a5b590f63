import { ActionIcon, Badge, Tabs, Text } from '@mantine/core';
import { builderPermissions, type Entity, entityPage } from '@parley/contract';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { CreateLink } from '../../../components/create-link.tsx';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { confirmBin } from '../../../lib/dialogs.ts';
import { formatEntityDate } from '../../../lib/format.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { EmptyPicture } from './empty-picture.tsx';
import classes from './entity.module.css';
import { entityListQuery, useRemoveEntity } from './entity.queries.ts';
import { EntityListSearch } from './entity.search.ts';

/** The custom entities of a bot, and the system ones to read. */
export function EntityListPage() {
  const say = useWords(botWords.entity);
  const { botId = '' } = useParams({ strict: false });
  const { search, filter } = useAddressState(EntityListSearch);
  const list = useQuery(entityListQuery(botId, search));
  const remove = useRemoveEntity(botId);
  const isCustom = search.tab === 'custom';
  const rows = list.data?.entities;

  const handleDelete = async ({ id, name }: Entity) => {
    if (!(await confirmBin('deleteEntity', name))) return;
    remove.mutate(id, {
      onSuccess: ({ message }) => {
        showToast('success', inEnglish(message) || botWords.entityTexts('deletedParameter'));
        // The last row of a page takes its page along.
        if (rows?.length === 1 && search.from > 0) filter({ from: Math.max(0, search.from - entityPage) }, { isReplacing: true });
      },
      onError: tellFailure,
    });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells read nothing else that changes
  const columns = useMemo<DataColumn<Entity>[]>(() => {
    const name: DataColumn<Entity> = {
      id: 'name',
      header: say('name'),
      cell: (entity) => (
        <span className={classes.nameCell}>
          {isCustom ? (
            <Link to="/bots/$botId/entity-list/$type" params={{ botId, type: entity.id }} className={classes.nameLink}>
              {entity.name}
            </Link>
          ) : (
            <Text span size="sm" fw={550}>
              {entity.name}
            </Text>
          )}
          {entity.isSensitive ? (
            <Badge size="sm" color="grape">
              {say('sensitive')}
            </Badge>
          ) : null}
        </span>
      ),
    };
    if (!isCustom) return [name, { id: 'description', header: say('description'), cell: ({ description }) => description }];
    return [
      name,
      {
        id: 'values',
        header: say('values'),
        cell: ({ values }) => {
          const all = values.map(({ value }) => value).join(', ');
          return (
            <Text span size="sm" className={classes.values} title={all}>
              {all}
            </Text>
          );
        },
      },
      {
        id: 'updated',
        header: say('lastUpdated'),
        isOneLine: true,
        cell: ({ updatedOn }) => (updatedOn ? <time dateTime={updatedOn}>{formatEntityDate(updatedOn)}</time> : null),
      },
      {
        id: 'settings',
        header: say('settings'),
        width: 96,
        isPinned: true,
        cell: (entity) => (
          <div className={classes.actions}>
            <ActionIcon
              component={Link}
              to={`/bots/${botId}/entity-list/${entity.id}` as string}
              aria-label={say('edit', { name: entity.name })}
            >
              <IconPencil size={16} />
            </ActionIcon>
            <May any={builderPermissions}>
              <ActionIcon aria-label={say('delete', { name: entity.name })} onClick={() => void handleDelete(entity)}>
                <IconTrash size={16} />
              </ActionIcon>
            </May>
          </div>
        ),
      },
    ];
  }, [say, isCustom, botId, rows]);
  const createButton = (
    <May any={builderPermissions}>
      <CreateLink to="/bots/$botId/entity-list/$type" params={{ botId, type: 'create' }}>
        {say('create')}
      </CreateLink>
    </May>
  );

  return (
    <div>
      <Tabs
        value={search.tab}
        onChange={(tab) => filter({ tab: tab === 'system' ? 'system' : 'custom', searchterm: '' })}
        keepMounted={false}
      >
        <div className={classes.head}>
          <Tabs.List aria-label={say('tabs')}>
            <Tabs.Tab value="custom">{say('customTab')}</Tabs.Tab>
            <Tabs.Tab value="system">{say('systemTab')}</Tabs.Tab>
          </Tabs.List>
          {createButton}
        </div>
        <SearchBox
          className={classes.search}
          aria-label={say('search')}
          placeholder={say('search')}
          maxLength={120}
          value={search.searchterm}
          onSearch={(searchterm) => filter({ searchterm }, { isReplacing: true })}
        />
        <Tabs.Panel value={search.tab}>
          <DataTable
            key={search.tab}
            label={say(isCustom ? 'customTab' : 'systemTab')}
            columns={columns}
            // Rows of the other tab have other columns.
            rows={list.isPlaceholderData && rows?.some(({ type }) => (type === 1) === isCustom) ? undefined : rows}
            getRowId={({ id }) => id}
            getRowName={({ name }) => name}
            error={list.error}
            isFetching={list.isFetching}
            onRetry={() => void list.refetch()}
            isFiltered={search.searchterm !== ''}
            onClearFilters={() => filter({ searchterm: '' })}
            empty={<Nothing action={isCustom ? createButton : undefined} />}
          />
        </Tabs.Panel>
      </Tabs>
      {rows ? (
        <ListPager
          label={say('pages')}
          note={rows.length === 0 ? botWords.entityTexts('noData') : list.data?.more ? null : botWords.entityTexts('noMore')}
          from={search.from}
          perPage={entityPage}
          rowCount={rows.length}
          hasMore={list.data?.more ?? false}
          isFetching={list.isPlaceholderData}
          onChange={(from) => filter({ from })}
        />
      ) : null}
    </div>
  );
}

function Nothing({ action }: { action: ReactNode }) {
  const say = useWords(botWords.entity);
  return (
    <div className={classes.nothing}>
      <EmptyPicture />
      {action ? (
        <>
          <Text size="sm" c="dimmed" ta="center" maw={420}>
            {say('emptyText')}
          </Text>
          {action}
        </>
      ) : null}
    </div>
  );
}
