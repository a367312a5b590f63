import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { visitorStreams } from './visitor.port.ts';
import { insertVisitorEvent } from './visitor.repository.ts';

export type Tracked = {
  channelId: string;
  address: string;
  customerId: string | null;
  pageUrl: string;
  name: string;
  data: Readonly<Record<string, string>>;
};

/** Keeps an event of a page. Of somebody who is known it wakes streams, as events of the enterprise's own systems do. */
export function trackEvent(ctx: EnterpriseContext, { data, ...event }: Tracked): Promise<void> {
  return ctx.transaction(async (tx) => {
    const eventId = newId();
    const { enterpriseId } = ctx;
    await insertVisitorEvent(tx, { enterpriseId, eventId, ...event, data: JSON.stringify(data), at: ctx.now() });
    if (event.customerId === null) return;
    for (const { told } of ctx.extensions.of(visitorStreams))
      await told(ctx, tx, { id: eventId, customerId: event.customerId, name: event.name, data });
  });
}
