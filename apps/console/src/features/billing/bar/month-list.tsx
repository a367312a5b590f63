import { Text } from '@mantine/core';
import type { Consumption, Currency } from '@parley/contract';
import { formatBarAmount, formatUnits } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { serviceName } from '../shared/service-name.ts';
import classes from './billing-bar.module.css';

/** Units or costs of the month by service, and their sum. */
export function MonthList({ of, month, currency }: { of: 'consumption' | 'cost'; month: Consumption; currency: Currency }) {
  const say = useWords(billingWords.bar);
  const { serviceConsumption: services, sumAllBillableUnits, sumAllTotalUnits, sumAllTotalAmount } = month;
  const units = (billable: number, total: number) => say('billableOf', { billable: formatUnits(billable), total: formatUnits(total) });
  const rows = [
    ...services.map((one) => ({
      name: serviceName(one.planEntityId) || say('other'),
      value: of === 'cost' ? formatBarAmount(one.amount, currency, 2) : units(one.billableUnits, one.totalUnits),
    })),
    {
      name: say('total'),
      value: of === 'cost' ? formatBarAmount(sumAllTotalAmount, currency, 2) : units(sumAllBillableUnits, sumAllTotalUnits),
    },
  ];
  return (
    <section aria-label={say(of)}>
      <h2 className={classes.title}>{say(of)}</h2>
      <Text size="xs" c="dimmed">
        {say('thisMonth')}
      </Text>
      {services.length === 0 ? (
        <Text size="sm" mt={8}>
          {say('nothing')}
        </Text>
      ) : (
        <dl className={classes.rows}>
          {rows.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
