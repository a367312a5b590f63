import { type LedgerStatus, type RunCounts, reasonTexts } from '@parley/contract';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import classes from './broadcast.module.css';

export type CountChoice = { status: LedgerStatus | ''; reason: string };
type Choice = CountChoice;
type CountTilesProps = Choice & { counts: RunCounts; onChoose: (choice: Choice) => void };

/** audience = skipped + failed + in flight + delivered; each status below opens exactly the rows that make it up. */
export function CountTiles({ counts, status, reason, onChoose }: CountTilesProps) {
  const say = useWords(outreachWords.broadcast);
  const sayStatus = useWords(messagingWords.delivery);
  const sayReason = useWords(messagingWords.reasonTexts);
  const byStatus = new Map<LedgerStatus, number>();
  for (const row of counts.byReason) byStatus.set(row.status, (byStatus.get(row.status) ?? 0) + row.count);
  const reasons = counts.byReason.filter((row) => row.reason !== '' && row.count > 0);
  const sums = [
    ['skipped', counts.skipped],
    ['failed', counts.failed],
    ['inFlight', counts.inFlight],
    ['delivered', counts.delivered],
  ] as const;
  const tile = (choice: Choice, label: string, count: number) => (
    <li key={`${choice.status} ${choice.reason}`}>
      <button
        type="button"
        className={classes.count}
        aria-pressed={status === choice.status && reason === choice.reason}
        onClick={() => onChoose(choice)}
      >
        <strong>{formatNumber(count)}</strong>
        {label}
      </button>
    </li>
  );
  return (
    <section aria-label={say('countsTitle')}>
      <p>
        {say('audience')} {formatNumber(counts.audience)} = {sums.map(([key, count]) => `${say(key)} ${formatNumber(count)}`).join(' + ')}
        {counts.unknown > 0 ? `. ${say('ofUnknown', { count: counts.unknown })}` : null}
      </p>
      <ul className={classes.counts}>
        {tile({ status: '', reason: '' }, say('all'), counts.audience)}
        {[...byStatus].filter(([, count]) => count > 0).map(([one, count]) => tile({ status: one, reason: '' }, sayStatus(one), count))}
        {reasons.map((row) =>
          tile(
            { status: row.status, reason: row.reason },
            `${sayStatus(row.status)}: ${row.reason in reasonTexts ? sayReason(row.reason as keyof typeof reasonTexts) : row.reason}`,
            row.count,
          ),
        )}
      </ul>
    </section>
  );
}
