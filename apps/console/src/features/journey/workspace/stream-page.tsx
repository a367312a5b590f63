import { Button, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import type { JourneyItem } from '@parley/contract';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { late } from '../../../lib/late.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { BackLink } from '../shared/back-link.tsx';
import { designerLink } from '../shared/designer-link.ts';
import { journeyNamesQuery, journeyQuery } from '../shared/journey.queries.ts';
import { JourneyStanding } from '../shared/journey-state.tsx';
import { PausedAlert } from '../shared/paused-by.tsx';
import { RulesTab } from '../shared/rules-tab.tsx';
import type { OpenDialog } from './journey-dialog.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { TestsTab } from './tests-tab.tsx';
import { useJourneyMenu } from './use-journey-menu.ts';
import { VersionsTab } from './versions-tab.tsx';
import { StreamSearch, streamTabs } from './workspace.search.ts';

const JourneyDialog = late(() => import('./journey-dialog.tsx').then((module) => module.JourneyDialog));

/** One stream: how it stands, its versions, its saved conversations, and what begins it (screens 4.1). */
export function StreamPage() {
  const say = useWords(journeyWords.stream);
  const { journeyId = '' } = useParams({ strict: false });
  const journey = useQuery(journeyQuery(journeyId));
  return (
    <div>
      <BackLink to="/journey/workspace">{say('back')}</BackLink>
      {journey.data ? (
        <Loaded journey={journey.data} />
      ) : journey.isError ? (
        <ErrorState error={journey.error} onRetry={() => void journey.refetch()} />
      ) : (
        <Stack gap="md" mt="md">
          <Skeleton height={72} radius="md" />
          <Skeleton height={240} radius="md" />
        </Stack>
      )}
    </div>
  );
}

function Loaded({ journey }: { journey: JourneyItem }) {
  const say = useWords(journeyWords.stream);
  const sayList = useWords(journeyWords.list);
  const navigate = useNavigate();
  const { search, change } = useAddressState(StreamSearch);
  const [open, setOpen] = useState<OpenDialog>();
  const actions = useJourneyMenu(setOpen)(journey);
  const names = useQuery(journeyNamesQuery);
  const folders = [...new Set((names.data ?? []).map(({ folder }) => folder).filter(Boolean))];
  const publish = actions.find(({ label }) => label === sayList('publish'));
  const others = actions.filter((action) => action !== publish);
  return (
    <>
      <PageHeader
        title={journey.name}
        subtitle={
          <Group gap={8} component="span" mt={4}>
            <JourneyStanding {...journey} />
            {journey.version > 0 ? (
              <Text component="span" size="sm">
                {sayList('versionShort', { version: journey.version })}
              </Text>
            ) : null}
          </Group>
        }
        actions={
          <>
            {publish ? (
              <Button variant="default" onClick={publish.onClick}>
                {publish.label}
              </Button>
            ) : null}
            <Button
              renderRoot={(props) => <Link {...designerLink(journey.id)} {...props} />}
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              {sayList('openDesigner')}
            </Button>
            {others.length > 0 ? <RowMenu label={sayList('actionsOf', { name: journey.name })} actions={others} /> : null}
          </>
        }
      />
      <PausedAlert pausedBy={journey.pausedBy} />
      <Tabs
        value={search.tab}
        onChange={(tab) => change({ tab: streamTabs.find((known) => known === tab) ?? 'overview' })}
        keepMounted={false}
      >
        <Tabs.List aria-label={say('tabs')} mb="md">
          {streamTabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {say(`tab_${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <OverviewTab journey={journey} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <VersionsTab journey={journey} compared={search} onCompare={(pair) => change(pair)} />
        </Tabs.Panel>
        <Tabs.Panel value="tests">
          <TestsTab journey={journey} />
        </Tabs.Panel>
        <Tabs.Panel value="rules">
          <RulesTab journey={journey} />
        </Tabs.Panel>
      </Tabs>
      <Suspense>
        {open ? (
          <JourneyDialog
            open={open}
            folders={folders}
            onClose={() => setOpen(undefined)}
            onGone={() => void navigate({ to: '/journey/workspace' })}
          />
        ) : null}
      </Suspense>
    </>
  );
}
