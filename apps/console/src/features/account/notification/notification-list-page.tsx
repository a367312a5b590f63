import { Button, Group, Switch } from '@mantine/core';
import { administratorRole, type ListedKind, listedKinds, type NoticeKind, offeredKinds } from '@parley/contract';
import { IconBellCheck, IconChecks, IconFileExport, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CardList } from '../../../components/card-list.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { notificationWords } from '../../../locales/notification.ts';
import { useMe } from '../shared/me.ts';
import { NotificationSearch, noNotificationSearch } from './notification.search.ts';
import { NotificationRow } from './notification-row.tsx';
import { notificationPage, notificationPageQuery, useMarkRead, useOpenNotification } from './product-notification.queries.ts';
import classes from './product-notification-menu.module.css';

/** All that the user was told of: what the icon of the top bar shows the beginning of. */
export function NotificationListPage() {
  const say = useWords(notificationWords.page);
  const sayKind = useWords(notificationWords.kind);
  const { search: asked, filter } = useAddressState(NotificationSearch);
  const search = { ...asked, kind: listedKinds.find((one) => one === asked.kind) ?? ('' as const) };
  const list = useQuery(notificationPageQuery(search));
  const markRead = useMarkRead();
  const open = useOpenNotification();
  const me = useMe();
  const kinds = offeredKinds({
    permissions: new Set(me?.permissions),
    isAdministrator: me?.roles.includes(administratorRole) ?? false,
  }).filter((kind): kind is ListedKind & NoticeKind => listedKinds.some((listed) => listed === kind));
  const rows = list.data?.notifications;
  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle')}
        actions={
          <Group gap="xs">
            <Button variant="default" leftSection={<IconFileExport size={16} aria-hidden />} component={Link} to="/exports">
              {say('exports')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconSettings size={16} aria-hidden />}
              component={Link}
              to="/details/myprofile"
              hash="notifications"
            >
              {say('settings')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconChecks size={16} aria-hidden />}
              disabled={!list.data || list.data.unreadCount === 0}
              loading={markRead.isPending}
              onClick={() => markRead.mutate([])}
            >
              {say('allRead')}
            </Button>
          </Group>
        }
      />
      <FilterBar>
        <FilterSelect
          label={say('kind')}
          all={say('allKinds')}
          value={search.kind}
          data={kinds.map((kind) => ({ value: kind, label: sayKind(kind) }))}
          onChange={(kind) => filter({ kind })}
        />
        <Switch
          label={say('unreadOnly')}
          checked={search.unread}
          onChange={(event) => filter({ unread: event.currentTarget.checked })}
          className={classes.pageSwitch}
        />
      </FilterBar>
      <CardList
        label={say('title')}
        query={list}
        rows={rows}
        getRowId={({ id }) => id}
        card={(notification) => <NotificationRow notification={notification} onOpen={() => open(notification)} />}
        className={classes.pageList}
        loading={{ count: 6, height: 64 }}
        isFetching={list.isPlaceholderData}
        empty={<EmptyState icon={IconBellCheck} title={say('empty')} text={say('emptyText')} />}
        isFiltered={search.kind !== '' || search.unread || search.from > 0}
        onClearFilters={() => filter(noNotificationSearch)}
      />
      {rows && (search.from > 0 || list.data?.more) ? (
        <ListPager
          from={search.from}
          perPage={notificationPage}
          rowCount={rows.length}
          hasMore={list.data?.more ?? false}
          isFetching={list.isPlaceholderData}
          onChange={(from) => filter({ from })}
        />
      ) : null}
    </div>
  );
}
