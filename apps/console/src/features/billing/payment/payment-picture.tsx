import type { PaymentState } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import classes from './payment.module.css';

/** Path drawn on the note of each picture. */
const marks: Record<PaymentState, string> = {
  paid: 'M70 62l10 10 20-22',
  expired: 'M84 46v16l11 8',
  pending: 'M74 44h22M74 76h22M76 44c0 10 18 12 18 16s-18 6-18 16M94 44c0 10-18 12-18 16s18 6 18 16',
  cancelled: 'M74 50l22 22M96 50l-22 22',
};
const names = { paid: 'picturePaid', expired: 'pictureExpired', pending: 'picturePending', cancelled: 'pictureCancelled' } as const;

/** A picture of its own for each state of a payment (PAY-011). */
export function PaymentPicture({ state }: { state: PaymentState }) {
  const say = useWords(billingWords.payment);
  return (
    <svg className={classes.picture} data-state={state} viewBox="0 0 140 100" role="img" aria-label={say(names[state])}>
      <rect x="10" y="18" width="96" height="64" rx="9" className={classes.note} />
      <path d="M22 34h34M22 46h22M22 66h16" className={classes.lines} />
      <circle cx="85" cy="60" r="30" className={classes.seal} />
      <path d={marks[state]} className={classes.mark} />
    </svg>
  );
}
