import { Box, Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { late } from '../../../lib/late.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { companyWords } from '../../../locales/company.ts';
import { SettingsForm } from '../../messaging/shared/settings-form.tsx';
import { useCan } from '../shared/me.ts';
import { ApiKeyPanel } from './api-key-panel.tsx';
import { generalQuery, securityQuery } from './company.queries.ts';
import { CompanySearch, companyTabs } from './company.search.ts';
import { GeneralForm } from './general-form.tsx';
import { SecurityForm } from './security-form.tsx';

const SqlPanel = late(() => import('./sql/sql-panel.tsx').then((module) => module.SqlPanel));
const FirstStepPanel = late(() => import('./first-step-panel.tsx').then((module) => module.FirstStepPanel));
const PrivacyPanel = late(() => import('./privacy-panel.tsx').then((module) => module.PrivacyPanel));

/** The company's details, and its rules for its people, its messages and programs (screens 1.4). */
export function CompanyPage() {
  const say = useWords(companyWords.page);
  const { search, change } = useAddressState(CompanySearch);
  // The rules of sending lie behind the blacklist's flag.
  const hasMessaging = useCan(['BLACKLIST']);
  const mayEdit = useCan(['ENTERPRISE.EDIT']);
  const shown = companyTabs.filter((tab) => (tab !== 'messaging' || hasMessaging) && (tab !== 'sql' || mayEdit));
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} />
      <Tabs value={search.tab} onChange={(tab) => change({ tab: tab as 'general' })} keepMounted={false}>
        <Tabs.List aria-label={say('tabs')}>
          {shown.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {say(tab)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="general" pt="md">
          <General />
          {mayEdit ? (
            <Box mt="md">
              <Suspense fallback={<Skeleton height={150} radius="md" />}>
                <FirstStepPanel />
              </Suspense>
            </Box>
          ) : null}
        </Tabs.Panel>
        <Tabs.Panel value="security" pt="md">
          <Security />
        </Tabs.Panel>
        {hasMessaging ? (
          <Tabs.Panel value="messaging" pt="md">
            <SettingsForm />
          </Tabs.Panel>
        ) : null}
        <Tabs.Panel value="privacy" pt="md">
          <Suspense fallback={<Skeleton height={420} radius="md" />}>
            <PrivacyPanel />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="apiKeys" pt="md">
          <ApiKeyPanel />
        </Tabs.Panel>
        {mayEdit ? (
          <Tabs.Panel value="sql" pt="md">
            <Suspense fallback={<Skeleton height={420} radius="md" />}>
              <SqlPanel />
            </Suspense>
          </Tabs.Panel>
        ) : null}
      </Tabs>
    </div>
  );
}

function General() {
  const company = useQuery(generalQuery);
  if (company.data) return <GeneralForm {...company.data} />;
  if (company.isError) return <ErrorState error={company.error} onRetry={() => void company.refetch()} />;
  return <Skeleton height={420} radius="md" />;
}

function Security() {
  const security = useQuery(securityQuery);
  if (security.data) return <SecurityForm {...security.data} />;
  if (security.isError) return <ErrorState error={security.error} onRetry={() => void security.refetch()} />;
  return <Skeleton height={420} radius="md" />;
}
