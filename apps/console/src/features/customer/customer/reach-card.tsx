import { Badge, Skeleton, Text } from '@mantine/core';
import type { ReachAnswer } from '@parley/contract';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { channelTypeName } from '../../channel/shared/channel-type-name.ts';
import classes from './customer.module.css';
import { reachQuery } from './customer.queries.ts';

/** The send gate's answer for each channel and kind of message, with its reason. */
export function ReachCard({ customerId }: { customerId: string }) {
  const say = useWords(customerWords.customer);
  const reach = useQuery(reachQuery(customerId));
  return (
    <section className={classes.card} aria-labelledby="customer-reach">
      <h2 id="customer-reach" className={classes.cardTitle}>
        {say('reachTitle')}
      </h2>
      {reach.data ? (
        reach.data.length === 0 ? (
          <Text size="sm" c="dimmed" mt="xs">
            {say('reachEmpty')}
          </Text>
        ) : (
          <ul className={classes.rows}>
            {reach.data.map(({ channelId, channelName, channelType, answers }) => (
              <li key={channelId} className={classes.stacked}>
                <Text size="sm" fw={550}>
                  {channelName}
                  <Text span size="xs" c="dimmed" fw={400}>
                    {` ${channelTypeName(channelType)}`}
                  </Text>
                </Text>
                <ul className={classes.answers} aria-label={channelName}>
                  {answers.map((answer) => (
                    <Answer key={answer.kind} answer={answer} />
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )
      ) : reach.isError ? (
        <ErrorState error={reach.error} onRetry={() => void reach.refetch()} />
      ) : (
        <Skeleton height={64} mt="sm" />
      )}
    </section>
  );
}

function Answer({ answer: { kind, canMessage, reason, until, from } }: { answer: ReachAnswer }) {
  const say = useWords(customerWords.customer);
  const why =
    until !== null
      ? say('reachUntil', { time: formatReportDate(until) })
      : from !== null
        ? say('reachFrom', { time: formatReportDate(from) })
        : say(`reach_${reason}`);
  return (
    <li className={classes.answer}>
      <div className={classes.grow}>
        <Text size="sm">{say(`reachKind_${kind}`)}</Text>
        <Text size="xs" c="dimmed">
          {why}
        </Text>
      </div>
      <Badge
        color={canMessage ? 'green' : 'red'}
        leftSection={canMessage ? <IconCheck size={12} aria-hidden /> : <IconX size={12} aria-hidden />}
      >
        {say(canMessage ? 'reachYes' : 'reachNo')}
      </Badge>
    </li>
  );
}
