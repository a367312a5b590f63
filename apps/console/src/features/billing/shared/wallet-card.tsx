import { screens } from '@parley/contract';
import { IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatBalance } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { statusQuery } from './billing.queries.ts';

/** An amount is longer than a count: it breaks rather than to leave its card. */
const amountStyle = { fontSize: 20, lineHeight: 1.75, overflowWrap: 'anywhere' } as const;

type WalletCardProps = { classes: { card?: string; cardTitle?: string; figure?: string; hint?: string } };

/** The wallet's balance; the whole card leads to its movements. */
export function WalletCard({ classes }: WalletCardProps) {
  const say = useWords(billingWords.card);
  const sayText = useWords(billingWords.billingTexts);
  const status = useQuery(statusQuery);
  if (status.isPending) return null;
  return (
    <Link to={screens.billing.path} search={{ tab: 'wallet' }} className={classes.card}>
      <span className={classes.cardTitle}>
        <IconWallet size={16} stroke={1.6} aria-hidden />
        {say('title')}
      </span>
      {status.data ? (
        <>
          <strong className={classes.figure} style={amountStyle}>
            {formatBalance(status.data.walletBalance, status.data.currency)}
          </strong>
          <span className={classes.hint}>{say('hint', { available: formatBalance(status.data.available, status.data.currency) })}</span>
        </>
      ) : (
        <span className={classes.hint} role="alert">
          {sayText('failed')}
        </span>
      )}
    </Link>
  );
}
