import { Alert, Skeleton, Text } from '@mantine/core';
import type { RoutingDecision, RoutingWait } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../../lib/errors.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatRoutingWords } from '../../../locales/chat-routing.ts';
import { whyQuery } from '../shared/chat.queries.ts';
import classes from './customer-panel.module.css';

/** A load of 250 of a limit of 500 is shown as '2.5 / 5'. */
const share = ({ load, limit }: { load: number; limit: number }) => `${formatNumber(load / 100)} / ${formatNumber(limit / 100)}`;

/** Reasons for which an agent got the chat, or it still waits. */
export function RoutingWhy({ chatId, state }: { chatId: string; state: number }) {
  const t = useWords(chatRoutingWords.why);
  const { data, error, isPending } = useQuery(whyQuery(chatId, state));
  if (error) return <Alert color="red">{describeFailure(error).message}</Alert>;
  if (isPending) return <Skeleton height={20} />;
  const { decision, wait } = data;
  return (
    <>
      {wait ? <Wait wait={wait} /> : null}
      {decision ? <Decision decision={decision} /> : null}
      {!wait && !decision ? <p className={classes.panelSoft}>{t('byHand')}</p> : null}
    </>
  );
}

function Wait({ wait }: { wait: RoutingWait }) {
  const t = useWords(chatRoutingWords.why);
  const sayReason = useWords(chatRoutingWords.reason);
  if (wait.isByHand) return <p className={classes.panelText}>{t('waitsByHand')}</p>;
  return (
    <div>
      <Text size="sm">
        {wait.offeredTo ? t('offered', { name: wait.offeredTo }) : wait.ahead === 0 ? t('isNext') : t('ahead', { count: wait.ahead })}
      </Text>
      {wait.language ? <Text size="sm">{t(wait.language === 'hi' ? 'needsHindi' : 'needsEnglish')}</Text> : null}
      {wait.skills.length > 0 ? (
        <Text size="sm">
          {t('needsSkills', { skills: wait.skills.map(({ name, level }) => t('skillOf', { name, level })).join(', ') })}
        </Text>
      ) : null}
      {wait.agentName ? <Text size="sm">{t('reservedFor', { name: wait.agentName })}</Text> : null}
      {wait.offeredTo ? null : (
        <ul className={classes.panelList}>
          {wait.reasons.map(({ reason, agents }) => (
            <li key={reason}>
              <span>{sayReason(reason)}</span>
              <span className={classes.panelSoft}>{t('agents', { count: agents })}</span>
            </li>
          ))}
        </ul>
      )}
      {!wait.offeredTo && wait.reasons.length === 0 && wait.fitting === 0 ? <p className={classes.panelSoft}>{t('nobody')}</p> : null}
    </div>
  );
}

function Decision({ decision }: { decision: RoutingDecision }) {
  const t = useWords(chatRoutingWords.why);
  const sayGround = useWords(chatRoutingWords.ground);
  const { agentName, kind, ground, fitting, next, waitedSeconds } = decision;
  return (
    <div>
      <Text size="sm">{t(kind === 'offer' ? 'gotOffer' : 'gotChat', { name: agentName, seconds: formatNumber(waitedSeconds) })}</Text>
      <Text size="sm">{sayGround(ground)}</Text>
      <Text size="xs" c="dimmed">
        {t('loadOf', { name: agentName, share: share(decision) })}
        {next ? ` · ${t('loadOf', { name: next.agentName, share: share(next) })}` : ''}
        {` · ${t('fitting', { count: fitting })}`}
      </Text>
    </div>
  );
}
