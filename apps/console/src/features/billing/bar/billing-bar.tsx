import { ActionIcon, Badge, Popover, UnstyledButton } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { type BillingStatus, screens } from '@parley/contract';
import { IconChevronDown, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatBarAmount, formatUnits } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { monthQuery, statusQuery } from '../shared/billing.queries.ts';
import { usePaymentNews } from '../shared/payment-channel.ts';
import classes from './billing-bar.module.css';
import { MonthList } from './month-list.tsx';

/** This month's consumption, its cost, and the state of the account (SHELL-033 to SHELL-037). A narrow bar keeps it behind one button. */
export function BillingBar() {
  const say = useWords(billingWords.bar);
  const sayText = useWords(billingWords.billingTexts);
  const isNarrow = useMediaQuery('(max-width: 1199px)', undefined, { getInitialValueInEffect: false });
  const [status, month] = [useQuery(statusQuery), useQuery(monthQuery)];
  usePaymentNews();
  const hasFailed = (status.isError && !status.data) || (month.isError && !month.data);
  const retry = () => {
    for (const query of [status, month]) if (query.isError) void query.refetch();
  };
  const failure = (
    <UnstyledButton className={classes.part} role="alert" onClick={retry}>
      {sayText('failed')}
    </UnstyledButton>
  );
  if (isNarrow && (hasFailed || (status.data && month.data))) {
    return (
      <Dropdown
        label={say('label')}
        target={(props) => (
          <ActionIcon size={34} c="inherit" aria-label={say('label')} {...props}>
            <IconWallet size={19} stroke={1.6} />
          </ActionIcon>
        )}
      >
        {(close) => (
          <div className={classes.sheet}>
            {hasFailed || !status.data || !month.data ? (
              failure
            ) : (
              <>
                <div className={classes.facts}>
                  <Wallet status={status.data} onFollow={close} />
                  <AccountBadges status={status.data} />
                </div>
                <MonthList of="consumption" month={month.data} currency={status.data.currency} />
                <MonthList of="cost" month={month.data} currency={status.data.currency} />
              </>
            )}
          </div>
        )}
      </Dropdown>
    );
  }
  if (hasFailed) return <div className={classes.bar}>{failure}</div>;
  if (!status.data || !month.data) return null;
  const { currency } = status.data;
  const figures = {
    consumption: formatUnits(month.data.sumAllTotalUnits),
    cost: formatBarAmount(month.data.sumAllTotalAmount, currency, 2),
  };
  return (
    <section className={classes.bar} aria-label={say('label')}>
      {(['consumption', 'cost'] as const).map((of) => (
        <Dropdown
          key={of}
          label={say(of)}
          target={(props) => (
            <UnstyledButton className={classes.part} {...props}>
              {say(of)} <strong>{figures[of]}</strong>
              <IconChevronDown size={12} aria-hidden style={{ alignSelf: 'center' }} />
            </UnstyledButton>
          )}
        >
          {() => (month.data ? <MonthList of={of} month={month.data} currency={currency} /> : null)}
        </Dropdown>
      ))}
      <Wallet status={status.data} />
      <AccountBadges status={status.data} />
    </section>
  );
}

type TargetProps = { onClick: () => void; 'aria-expanded': boolean };
type DropdownProps = { label: string; target: (props: TargetProps) => ReactNode; children: (close: () => void) => ReactNode };

function Dropdown({ label, target, children }: DropdownProps) {
  const [isOpen, popover] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onChange={(open) => (open ? popover.open() : popover.close())}
      position="bottom-end"
      width={300}
      shadow="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>{target({ onClick: popover.toggle, 'aria-expanded': isOpen })}</Popover.Target>
      <Popover.Dropdown aria-label={label} tabIndex={-1}>
        {children(popover.close)}
      </Popover.Dropdown>
    </Popover>
  );
}

function Wallet({ status, onFollow }: { status: BillingStatus; onFollow?: () => void }) {
  const say = useWords(billingWords.bar);
  return (
    <Link to={screens.billing.path} className={classes.part} title={say('open')} onClick={onFollow}>
      {say('wallet')} <strong>{formatBarAmount(status.walletBalance, status.currency, 3)}</strong>
    </Link>
  );
}

/** Active or not (BILL-003), and the plan in the spelling of the data (BILL-011). */
function AccountBadges({ status }: { status: BillingStatus }) {
  const say = useWords(billingWords.bar);
  const isActive = status.accountStatus === 'ACTIVE';
  return (
    <>
      <Badge color={isActive ? 'green' : 'red'} title={say('status')} tt="none" miw="max-content">
        {say(isActive ? 'active' : 'inactive')}
      </Badge>
      <Badge color="gray" title={say('plan')} tt="none" miw="max-content">
        {status.accountType}
      </Badge>
    </>
  );
}
