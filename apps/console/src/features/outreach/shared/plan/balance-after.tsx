import { Text } from '@mantine/core';
import type { BillingStatus, Estimate } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { hasFlag } from '../../../../lib/app-config.ts';
import { formatCost } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { useCan } from '../../../account/shared/me.ts';

/** The account of the enterprise; undefined of an answer to another question. */
const readStatus = (answer: object): BillingStatus | undefined => ('available' in answer ? (answer as BillingStatus) : undefined);

/** Balance of a prepaid account after an estimate is paid. */
export function BalanceAfter({ estimate: { amount, currency } }: { estimate: Estimate }) {
  const say = useWords(campaignWords.plan);
  const mayRead = useCan(['ENTERPRISE_BILLING']) && hasFlag('billing');
  const { data: status } = useQuery({
    queryKey: ['billing', 'status', 'campaign'],
    queryFn: async ({ signal }) =>
      readStatus(await api.billing.call({ body: { requestType: 'get_enterprise_account_status', request: {} } }, { signal })),
    enabled: mayRead,
    meta: { isQuiet: true },
  });
  if (status?.accountType !== 'Prepaid' || status.currency !== currency) return null;
  const left = status.available - amount;
  return (
    <Text size="sm" c={left < 0 ? 'red' : undefined}>
      {say('balanceAfter', { available: formatCost(status.available, currency), left: formatCost(left, currency) })}
    </Text>
  );
}
