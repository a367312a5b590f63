import { Tabs } from '@mantine/core';
import { PageHeader } from '../../../components/page-header.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';
import { RelayTab } from './relay-tab.tsx';
import { noServiceSearch, ServiceSearch, serviceTabs } from './service.search.ts';
import { ServiceList } from './service-list.tsx';

/** Outside services, and the bridge to an own system (screens 11.2). */
export function ServicesPage() {
  const say = useWords(integrationWords.services);
  const { search, change, filter } = useAddressState(ServiceSearch);
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} />
      <Tabs value={search.tab} onChange={(tab) => change({ ...noServiceSearch, tab: tab as 'services' })} keepMounted={false}>
        <Tabs.List aria-label={say('tabs')}>
          {serviceTabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {say(tab)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="services" pt="md">
          <ServiceList search={search} onFilter={filter} />
        </Tabs.Panel>
        <Tabs.Panel value="relay" pt="md">
          <RelayTab search={search} onChange={change} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
