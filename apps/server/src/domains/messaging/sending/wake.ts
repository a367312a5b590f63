import type { Bus } from '#platform/realtime/bus.ts';

const topic = 'sending';

/** After the commit: somebody waits for it, so it does not wait for the next sweep. */
export const wakeSending = ({ bus }: { bus: Pick<Bus, 'publish'> }, enterpriseId: string, channelId: string): void =>
  bus.publish(topic, { enterpriseId, channelId });

export const onWakeSending = (bus: Pick<Bus, 'subscribe'>, listener: (enterpriseId: string, channelId: string) => void): void =>
  bus.subscribe(topic, (message) => {
    const { enterpriseId, channelId } = message as { enterpriseId: string; channelId: string };
    listener(enterpriseId, channelId);
  });
