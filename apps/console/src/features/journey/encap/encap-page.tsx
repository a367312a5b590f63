import { Button, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { type EncapItem, encapEditors, encapReporters, endpoints } from '@parley/contract';
import { IconPencil, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { useCan } from '../../account/shared/me.ts';
import { BackLink } from '../shared/back-link.tsx';
import { encapDesignerLink } from '../shared/designer-link.ts';
import { type Encap, encapQuery, useTestLink } from './encap.queries.ts';
import { EncapSearch, type EncapTab, encapTabs, noEncapSearch } from './encap.search.ts';
import type { OpenDialog } from './encap-dialog.tsx';
import { EncapStanding } from './encap-standing.tsx';
import { LaunchesTab } from './launches-tab.tsx';
import { LinksTab } from './links-tab.tsx';
import { LogTab } from './log-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { ReportsTab } from './reports-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { useEncapMenu } from './use-encap-menu.ts';

const EncapDialog = late(() => import('./encap-dialog.tsx').then((module) => module.EncapDialog));
const TestDialog = late(() => import('./test-dialog.tsx').then((module) => module.TestDialog));

/** One encap: what became of its links, its launches, reports and log, and how its page looks. */
export function EncapPage() {
  const say = useWords(encapWords.one);
  const { encapId = '' } = useParams({ strict: false });
  const encap = useQuery(encapQuery(encapId));
  return (
    <div>
      <BackLink to="/encaps">{say('back')}</BackLink>
      {encap.data ? (
        <Loaded key={encapId} encap={encap.data} />
      ) : encap.isError ? (
        <ErrorState error={encap.error} onRetry={() => void encap.refetch()} />
      ) : (
        <Stack gap="md" mt="md">
          <Skeleton height={72} radius="md" />
          <Skeleton height={240} radius="md" />
        </Stack>
      )}
    </div>
  );
}

function Loaded({ encap }: { encap: Encap }) {
  const say = useWords(encapWords.one);
  const navigate = useNavigate();
  const address = useAddressState(EncapSearch);
  const [open, setOpen] = useState<OpenDialog>();
  const canReport = useCan(encapReporters);
  const canLog = useCan(endpoints.encaps.log.access);
  const tabs: readonly EncapTab[] = encapTabs.filter((tab) => (tab === 'reports' ? canReport : tab === 'log' ? canLog : true));
  const tab = tabs.find((known) => known === address.search.tab) ?? 'overview';
  return (
    <>
      <PageHeader title={encap.name} subtitle={<Standing encap={encap} />} actions={<Actions encap={encap} onOpen={setOpen} />} />
      <Tabs
        value={tab}
        onChange={(next) => address.change({ ...noEncapSearch, tab: tabs.find((known) => known === next) ?? tab })}
        keepMounted={false}
      >
        <Tabs.List aria-label={say('tabs')} mb="md">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {say(`tab_${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <OverviewTab encap={encap} />
        </Tabs.Panel>
        <Tabs.Panel value="launches">
          <LaunchesTab encap={encap} {...address} />
        </Tabs.Panel>
        <Tabs.Panel value="links">
          <LinksTab encap={encap} {...address} />
        </Tabs.Panel>
        <Tabs.Panel value="reports">
          <ReportsTab encap={encap} {...address} />
        </Tabs.Panel>
        <Tabs.Panel value="log">
          <LogTab encap={encap} {...address} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SettingsTab encap={encap} />
        </Tabs.Panel>
      </Tabs>
      <Suspense>
        {open ? <EncapDialog open={open} onClose={() => setOpen(undefined)} onGone={() => void navigate({ to: '/encaps' })} /> : null}
      </Suspense>
    </>
  );
}

function Standing({ encap }: { encap: EncapItem }) {
  const say = useWords(encapWords.one);
  return (
    <Group gap={8} component="span" mt={4}>
      <EncapStanding {...encap} />
      <Text component="span" size="sm">
        {say(encap.updatedBy === '' ? 'changedOn' : 'changedBy', {
          time: formatReportDate(encap.updatedOn),
          name: encap.updatedBy,
          interpolation: { escapeValue: false },
        })}
      </Text>
    </Group>
  );
}

function Actions({ encap, onOpen }: { encap: Encap; onOpen: (dialog: OpenDialog) => void }) {
  const say = useWords(encapWords.one);
  const sayList = useWords(encapWords.list);
  const canEdit = useCan(encapEditors);
  const test = useTestLink();
  const actions = useEncapMenu(onOpen)(encap);
  return (
    <>
      {canEdit && encap.published > 0 ? (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={test.isPending}
          onClick={() => test.mutate(encap.id, { onError: tellFailure })}
        >
          {say('test')}
        </Button>
      ) : null}
      {canEdit ? (
        <Button
          renderRoot={(props) => <Link {...encapDesignerLink(encap.id)} {...props} />}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {sayList('edit')}
        </Button>
      ) : null}
      {actions.length > 0 ? <RowMenu label={sayList('actionsOf', { name: encap.name })} actions={actions} /> : null}
      <Suspense>{test.data ? <TestDialog name={encap.name} link={test.data} onClose={test.reset} /> : null}</Suspense>
    </>
  );
}
