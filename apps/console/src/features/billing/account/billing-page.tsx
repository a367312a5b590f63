import { Skeleton, Tabs } from '@mantine/core';
import { Suspense } from 'react';
import { PageHeader } from '../../../components/page-header.tsx';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { useCan } from '../../account/shared/me.ts';
import { usePaymentNews } from '../shared/payment-channel.ts';
import { BillingSearch, billingTabs, noBillingSearch } from './billing.search.ts';
import { OverviewTab } from './overview-tab.tsx';

const parts = {
  overview: OverviewTab,
  consumption: late(() => import('./consumption-tab.tsx').then((module) => module.ConsumptionTab)),
  rates: late(() => import('./rate-tab.tsx').then((module) => module.RateTab)),
  wallet: late(() => import('./wallet-tab.tsx').then((module) => module.WalletTab)),
  recharge: late(() => import('./recharge-tab.tsx').then((module) => module.RechargeTab)),
  alerts: late(() => import('./alert-tab.tsx').then((module) => module.AlertTab)),
  invoices: late(() => import('./invoice-tab.tsx').then((module) => module.InvoiceTab)),
} as const;

/** Tabs that only administrators see: they pay, and get the alerts. */
const administrators: readonly string[] = ['recharge', 'alerts', 'invoices'];

/** The account: what it holds, what was used, what that cost, and how it is paid (screens 10). */
export function BillingPage() {
  const say = useWords(billingWords.page);
  const { search, change } = useAddressState(BillingSearch);
  const isAdministrator = useCan(['ENTERPRISE.EDIT']);
  const shown = billingTabs.filter((tab) => isAdministrator || !administrators.includes(tab));
  const tab = shown.includes(search.tab) ? search.tab : 'overview';
  const Part = parts[tab];
  usePaymentNews();
  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say(tab === 'wallet' ? 'subtitleWallet' : 'subtitle', {
          zone: getEnterpriseZone(),
          interpolation: { escapeValue: false },
        })}
      />
      <Tabs value={tab} onChange={(next) => change({ ...noBillingSearch, tab: next as 'overview' })} keepMounted={false}>
        <Tabs.List aria-label={say('tabs')}>
          {shown.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {say(one)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="md">
          <Suspense fallback={<Skeleton height={420} radius="md" />}>
            <Part search={search} onChange={change} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
