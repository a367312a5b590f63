import { Button, Tabs } from '@mantine/core';
import { IconDeviceTv } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { late } from '../../../lib/late.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMonitorWords } from '../../../locales/chat-monitor.ts';
import { AgentsTab } from './agents-tab.tsx';
import { ChatsTab } from './chats-tab.tsx';
import { DepartmentFilter } from './department-filter.tsx';
import { useMonitorFeed } from './monitor.queries.ts';
import { MonitorSearch, monitorTabs } from './monitor.search.ts';
import { NewsLine } from './news-line.tsx';
import { QueuesTab } from './queues-tab.tsx';

const Wall = late(() => import('./wall.tsx').then((module) => module.Wall));

/** Queues, agents and chats as they happen, for supervisors (screens 2.6). */
export function MonitorPage() {
  const say = useWords(chatMonitorWords.monitor);
  const { search, change } = useAddressState(MonitorSearch);
  const heardAt = useMonitorFeed();
  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={<NewsLine heardAt={heardAt} />}
        actions={
          <Button variant="default" leftSection={<IconDeviceTv size={16} aria-hidden />} onClick={() => change({ wall: 1 })}>
            {say('wall')}
          </Button>
        }
      />
      <Tabs
        value={search.tab}
        onChange={(tab) => change({ tab: monitorTabs.find((known) => known === tab) ?? 'queues' })}
        keepMounted={false}
      >
        <Tabs.List aria-label={say('views')} mb="md">
          {monitorTabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {say(`tab_${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="queues">
          <FilterBar>
            <DepartmentFilter value={search.department} onChange={(department) => change({ department })} />
          </FilterBar>
          <QueuesTab department={search.department} />
        </Tabs.Panel>
        <Tabs.Panel value="agents">
          <AgentsTab search={search} onChange={change} />
        </Tabs.Panel>
        <Tabs.Panel value="chats">
          <ChatsTab search={search} onChange={change} />
        </Tabs.Panel>
      </Tabs>
      {search.wall === 1 ? (
        <Suspense>
          <Wall
            heardAt={heardAt}
            isInitials={search.initials === 1}
            department={search.department}
            onInitials={(initials) => change({ initials: initials ? 1 : 0 }, { isReplacing: true })}
            onClose={() => change({ wall: 0 })}
          />
        </Suspense>
      ) : null}
      <Outlet />
    </div>
  );
}
