import { Anchor } from '@mantine/core';
import type { Booking } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';

/** The name of a booking, which leads to it; of one that the reader may not see, that it is one. */
export function BookingLink({ booking: { kind, id, name }, children }: { booking: Booking; children?: ReactNode }) {
  const say = useWords(campaignWords.calendar);
  if (id === '')
    return (
      <span>
        {children}
        {say('hidden')}
      </span>
    );
  const link =
    kind === 'campaign'
      ? { to: '/campaigns/activity/$activityId' as const, params: { activityId: id } as never }
      : { to: '/campaigns/broadcast/$broadcastId' as const, params: { broadcastId: id } as never };
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...link} {...props} />}>
      {children}
      {name}
    </Anchor>
  );
}
