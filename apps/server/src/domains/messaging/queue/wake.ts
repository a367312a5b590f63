import type { Bus } from '#platform/realtime/bus.ts';

const topic = 'sending';

/** Wakes the dispatcher after the commit, instead of waiting for its next sweep. */
export const wakeSending = ({ bus }: { bus: Pick<Bus, 'publish'> }, enterpriseId: string, channelId: string): void =>
  bus.publish(topic, { enterpriseId, channelId });

export const onWakeSending = (bus: Pick<Bus, 'subscribe'>, listener: (enterpriseId: string, channelId: string) => void): void =>
  bus.subscribe(topic, (message) => {
    const { enterpriseId, channelId } = message as { enterpriseId: string; channelId: string };
    listener(enterpriseId, channelId);
  });
