import { Skeleton } from '@mantine/core';
import { type Icon, IconClockHour4, IconMessageCircle, IconMessageOff, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { shortenNumber } from '../../../lib/format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { insightWords } from '../../../locales/insight.ts';
import { useCan } from '../../account/shared/me.ts';
import classes from './dashboard.module.css';
import { cardsQuery } from './dashboard.queries.ts';

/** Today's figures; the server leaves out what the user may not see. */
export function DashboardCards() {
  const say = useWords(insightWords.dashboard);
  const cards = useQuery(cardsQuery);
  const canHandle = useCan(['CHAT.HANDLE']);
  const isSkeletonDue = useDelayed(cards.isPending);
  if (cards.isPending) {
    return (
      <div className={classes.cards}>
        {isSkeletonDue ? [1, 2, 3].map((card) => <Skeleton key={card} height={96} radius="lg" />) : <div style={{ minBlockSize: 96 }} />}
      </div>
    );
  }
  if (!cards.data) return null;
  const { waitingNow, myOpenChats, missedToday, messagesToday } = cards.data;
  const shown = [
    waitingNow === null
      ? undefined
      : { key: 'waiting', value: waitingNow, title: say('waiting'), hint: say('waitingHint'), icon: IconClockHour4 },
    myOpenChats === null
      ? undefined
      : { key: 'open', value: myOpenChats, title: say('myOpen'), hint: say('myOpenHint'), icon: IconMessageCircle },
    missedToday === null
      ? undefined
      : { key: 'missed', value: missedToday, title: say('missed'), hint: say('missedHint'), icon: IconMessageOff },
  ].filter((card) => card !== undefined);
  return (
    <div className={classes.cards}>
      {shown.map((card) => (
        <FigureCard {...card} key={card.key} isLink={canHandle} />
      ))}
      {messagesToday ? (
        <div className={`${classes.card} ${classes.messages}`}>
          <span className={classes.cardTitle}>
            <IconSend size={16} stroke={1.6} aria-hidden />
            {say('messages')}
          </span>
          <dl className={classes.messageFigures}>
            {(['received', 'sent', 'delivered', 'read', 'failed'] as const).map((key) => (
              <div key={key}>
                <dt>{say(`messages_${key}`)}</dt>
                <dd title={String(messagesToday[key])}>{shortenNumber(messagesToday[key])}</dd>
              </div>
            ))}
          </dl>
        </div>
      ) : null}
    </div>
  );
}

function FigureCard({
  value,
  title,
  hint,
  icon: CardIcon,
  isLink,
}: {
  value: number;
  title: string;
  hint: string;
  icon: Icon;
  isLink: boolean;
}) {
  const body = (
    <>
      <span className={classes.cardTitle}>
        <CardIcon size={16} stroke={1.6} aria-hidden />
        {title}
      </span>
      <strong className={classes.figure} title={String(value)}>
        {shortenNumber(value)}
      </strong>
      <span className={classes.hint}>{hint}</span>
    </>
  );
  return isLink ? (
    <Link to="/chat/conversation" className={classes.card}>
      {body}
    </Link>
  ) : (
    <div className={classes.card}>{body}</div>
  );
}
