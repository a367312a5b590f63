import { Skeleton } from '@mantine/core';
import { screens } from '@parley/contract';
import {
  type Icon,
  IconChecks,
  IconClockHour4,
  IconMessageCircle,
  IconMessageOff,
  IconSend,
  IconSpeakerphone,
  IconThumbDown,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router';
import { getEnterpriseZone, shortenNumber } from '../../../lib/format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { insightWords } from '../../../locales/insight.ts';
import { useCan, useMayOpen } from '../../account/shared/me.ts';
import { WalletCard } from '../../billing/shared/wallet-card.tsx';
import classes from './dashboard.module.css';
import { cardsQuery } from './dashboard.queries.ts';

const statuses = { received: 'RECEIVED', sent: 'SENT', delivered: 'DELIVERED', read: 'READ', failed: 'FAILED' } as const;

/** Today's figures; the server leaves out what the user may not see. */
export function DashboardCards() {
  const say = useWords(insightWords.dashboard);
  const cards = useQuery(cardsQuery);
  const canReport = useCan(screens.deliveryReport.permissions);
  const hasBilling = useMayOpen(screens.billing);
  const isSkeletonDue = useDelayed(cards.isPending);
  if (cards.isPending) {
    return (
      <div className={classes.cards}>
        {isSkeletonDue ? [1, 2, 3].map((card) => <Skeleton key={card} height={96} radius="lg" />) : <div style={{ minBlockSize: 96 }} />}
      </div>
    );
  }
  if (!cards.data) return null;
  const { waitingNow, myOpenChats, missedToday, campaignsRunning, toApprove, declined, messagesToday } = cards.data;
  // The server counts messages in days of UTC, as the report does.
  const today = new Date().toISOString().slice(0, 10);
  const shown = [
    waitingNow === null
      ? undefined
      : {
          key: 'waiting',
          value: waitingNow,
          title: say('waiting'),
          hint: say('waitingHint'),
          icon: IconClockHour4,
          link: linkOptions({ to: '/chat/conversation', search: { choose: 'new' } }),
        },
    myOpenChats === null
      ? undefined
      : {
          key: 'open',
          value: myOpenChats,
          title: say('myOpen'),
          hint: say('myOpenHint'),
          icon: IconMessageCircle,
          link: linkOptions({ to: '/chat/conversation' }),
        },
    missedToday === null
      ? undefined
      : {
          key: 'missed',
          value: missedToday,
          title: say('missed'),
          hint: say('missedHint'),
          icon: IconMessageOff,
          link: linkOptions({ to: '/dashboard', search: { rows: 'missed' } }),
        },
    campaignsRunning === null
      ? undefined
      : {
          key: 'campaigns',
          value: campaignsRunning,
          title: say('campaigns'),
          hint: say('campaignsHint'),
          icon: IconSpeakerphone,
          link: linkOptions({ to: '/campaigns/campaigns-list', search: { state: 'running' } }),
        },
    toApprove === null
      ? undefined
      : {
          key: 'toApprove',
          value: toApprove,
          title: say('toApprove'),
          hint: say('toApproveHint'),
          icon: IconChecks,
          link: linkOptions({ to: '/campaigns/activity-list' }),
        },
    // A maker without declined iterations has nothing to do about them.
    !declined
      ? undefined
      : {
          key: 'declined',
          value: declined,
          title: say('declined'),
          hint: say('declinedHint'),
          icon: IconThumbDown,
          link: linkOptions({ to: '/campaigns/reject' }),
        },
  ].filter((card) => card !== undefined);
  return (
    <div className={classes.cards}>
      {shown.map((card) => (
        <FigureCard {...card} key={card.key} />
      ))}
      {hasBilling ? <WalletCard classes={classes} /> : null}
      {messagesToday ? (
        <div className={`${classes.card} ${classes.messages}`}>
          <span className={classes.cardTitle}>
            <IconSend size={16} stroke={1.6} aria-hidden />
            {say('messages')}
          </span>
          <span className={classes.hint}>{say('messagesHint', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })}</span>
          <dl className={classes.messageFigures}>
            {(['received', 'sent', 'delivered', 'read', 'failed'] as const).map((key) => (
              <div key={key}>
                <dt>{say(`messages_${key}`)}</dt>
                <dd title={String(messagesToday[key])}>
                  {canReport ? (
                    <Link
                      to="/admin/report"
                      search={{ fromDate: today, toDate: today, status: statuses[key] }}
                      aria-label={`${say(`messages_${key}`)}: ${messagesToday[key]}`}
                    >
                      {shortenNumber(messagesToday[key])}
                    </Link>
                  ) : (
                    shortenNumber(messagesToday[key])
                  )}
                </dd>
              </div>
            ))}
          </dl>
          {messagesToday.unknown > 0 ? (
            <span className={classes.hint}>
              {canReport ? (
                <Link to="/admin/report" search={{ fromDate: today, toDate: today, status: 'UNKNOWN' }}>
                  {say('messagesUnknown', { count: messagesToday.unknown })}
                </Link>
              ) : (
                say('messagesUnknown', { count: messagesToday.unknown })
              )}
            </span>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

type FigureCardProps = { value: number; title: string; hint: string; icon: Icon; link: Pick<LinkProps, 'to' | 'search'> };

/** A figure; the whole card leads to its rows. */
function FigureCard({ value, title, hint, icon: CardIcon, link }: FigureCardProps) {
  return (
    <Link {...link} className={classes.card}>
      <span className={classes.cardTitle}>
        <CardIcon size={16} stroke={1.6} aria-hidden />
        {title}
      </span>
      <strong className={classes.figure} title={String(value)}>
        {shortenNumber(value)}
      </strong>
      <span className={classes.hint}>{hint}</span>
    </Link>
  );
}
