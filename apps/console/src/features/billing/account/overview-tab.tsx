import { Alert, Badge, Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatBalance, formatCost, formatUnits } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { May } from '../../account/shared/may.tsx';
import { monthQuery, statusQuery } from '../shared/billing.queries.ts';
import type { TabProps } from './billing.search.ts';
import { FigureList } from './figure-list.tsx';

/** State of the account, and the days that the wallet lasts. */
export function OverviewTab({ onChange }: TabProps) {
  const say = useWords(billingWords.overview);
  const sayBar = useWords(billingWords.bar);
  const sayText = useWords(billingWords.billingTexts);
  const [status, month] = [useQuery(statusQuery), useQuery(monthQuery)];
  if ((status.isError && !status.data) || (month.isError && !month.data)) {
    const retry = () => {
      for (const query of [status, month]) if (query.isError) void query.refetch();
    };
    return <ErrorState title={sayText('failed')} error={status.error ?? month.error} onRetry={retry} />;
  }
  if (!status.data || !month.data) return <Skeleton height={420} radius="md" />;
  const { accountStatus, accountType, currency, walletBalance, reserved, available, forecast } = status.data;
  const isActive = accountStatus === 'ACTIVE';
  return (
    <Stack gap="md">
      {isActive ? null : (
        <Alert color="red" title={say('inactiveTitle')}>
          {say('inactiveText')}
        </Alert>
      )}
      <Panel title={say('account')}>
        <FigureList
          figures={[
            {
              label: say('status'),
              value: (
                <Badge color={isActive ? 'green' : 'red'} tt="none">
                  {sayBar(isActive ? 'active' : 'inactive')}
                </Badge>
              ),
            },
            { label: say('type'), value: accountType },
          ]}
        />
      </Panel>
      <Panel
        title={say('wallet')}
        actions={
          <May any={['ENTERPRISE.EDIT']}>
            <Button variant="default" onClick={() => onChange({ tab: 'recharge' })}>
              {say('recharge')}
            </Button>
          </May>
        }
      >
        <FigureList
          figures={[
            { label: say('balance'), value: formatBalance(walletBalance, currency), hint: say('balanceHint') },
            { label: say('reserved'), value: formatBalance(reserved, currency), hint: say('reservedHint') },
            { label: say('available'), value: formatBalance(available, currency), hint: say('availableHint') },
            {
              label: say('daysLeft'),
              value: forecast.daysLeft === null ? say('unknownDays') : say('days', { count: forecast.daysLeft }),
            },
          ]}
        />
      </Panel>
      <Panel title={say('month')}>
        <FigureList
          figures={[
            { label: say('units'), value: formatUnits(month.data.sumAllBillableUnits) },
            { label: say('allUnits'), value: formatUnits(month.data.sumAllTotalUnits) },
            { label: say('cost'), value: formatCost(month.data.sumAllTotalAmount, currency) },
            {
              label: say('forecast'),
              value: forecast.monthCost === null ? say('unknown') : formatCost(forecast.monthCost, currency),
            },
          ]}
        />
      </Panel>
    </Stack>
  );
}
