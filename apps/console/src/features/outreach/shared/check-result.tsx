import { Text } from '@mantine/core';
import type { AudienceBreakdown, BroadcastCheck } from '@parley/contract';
import { formatCost, formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import classes from './broadcast.module.css';

const leftParts = ['excluded', 'invalid', 'duplicates', 'blocked', 'optedOut', 'missing', 'capped'] as const;

/** Those of the valid numbers who get nothing, by reason. */
function LeftOut({ breakdown }: { breakdown: AudienceBreakdown }) {
  const say = useWords(outreachWords.broadcast);
  const parts = leftParts.flatMap((part) => {
    const count = breakdown[part] ?? 0;
    return count > 0 ? [`${say(`left_${part}`)} ${formatNumber(count)}`] : [];
  });
  return parts.length > 0 ? <div>{say('leftOut', { parts: parts.join(', ') })}</div> : null;
}

/** Numbers found, repeated and refused, before anything is sent: nothing is dropped in silence. */
export function CheckResult({ check, labels }: { check: BroadcastCheck; labels: ReadonlyMap<string, string> }) {
  const say = useWords(outreachWords.broadcast);
  const { count, cost, currency, breakdown, duplicates, invalid, lacking, opensOn } = check;
  return (
    <div className={classes.result} role="status">
      <Text size="sm" fw={550}>
        {say('found', { count })} · {say('reaches', { count: breakdown.reachable })} · {say('cost', { amount: formatCost(cost, currency) })}
      </Text>
      <LeftOut breakdown={breakdown} />
      {opensOn === '' ? null : <div>{say('opensOn', { time: formatReportDate(opensOn) })}</div>}
      {lacking.count > 0 ? (
        <div>
          {say('lacking', { count: lacking.count })}
          <ul>
            {lacking.variables.map(({ key, count: lacks }) => (
              <li key={key}>{say('lackingOf', { name: labels.get(key) ?? key, count: lacks })}</li>
            ))}
          </ul>
          {lacking.looked < count ? say('lookedAt', { count: lacking.looked }) : null}
        </div>
      ) : null}
      {lacking.tooLong > 0 ? (
        <div>
          {say('longer', { count: lacking.tooLong })} {lacking.looked < count ? say('lookedAt', { count: lacking.looked }) : null}
        </div>
      ) : null}
      {duplicates.length > 0 ? (
        <div>
          {say('duplicates', { count: duplicates.length })}: {[...new Set(duplicates)].join(', ')}
        </div>
      ) : null}
      {invalid.length > 0 ? (
        <div>
          {say('invalid', { count: invalid.length })}
          <ul>
            {[...new Map(invalid.map((entry) => [entry.number, entry])).values()].map(({ number, reason }) => (
              <li key={number}>
                {number}: {reason}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
