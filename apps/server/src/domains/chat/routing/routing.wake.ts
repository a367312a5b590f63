import type { Bus } from '#platform/realtime/bus.ts';

const topic = 'routing';

/** Tells the workers that something has asked for a round, instead of waiting for their next look. */
export const wakeRouting = ({ enterpriseId, bus }: { enterpriseId: string; bus: Pick<Bus, 'publish'> }): void =>
  bus.publish(topic, { enterpriseId });

export const onRoutingAsked = (bus: Pick<Bus, 'subscribe'>, listener: (enterpriseId: string) => void): void =>
  bus.subscribe(topic, (message) => listener((message as { enterpriseId: string }).enterpriseId));
