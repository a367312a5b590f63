/**
 * Carries notifications between processes: within one process, or over Redis. It never holds the only copy of anything: what it loses is
 * found again in the database (STYLE: inbound roads; docs/decisions/0004).
 */
export type Bus = {
  publish: (channel: string, message: unknown) => void;
  subscribe: (channel: string, listener: (message: unknown) => void) => void;
  close: () => Promise<void>;
};

type Listeners = Map<string, ((message: unknown) => void)[]>;

const deliver = (listeners: Listeners, channel: string, message: unknown) => {
  for (const listener of listeners.get(channel) ?? []) listener(message);
};

export function localBus(): Bus {
  const listeners: Listeners = new Map();
  return {
    publish: (channel, message) => deliver(listeners, channel, message),
    subscribe: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    close: () => Promise.resolve(),
  };
}

/** Notifies listeners of this process at once and those of other processes through Redis; it reconnects to Redis by itself. */
export async function redisBus(url: string, processId: string, onError: (error: Error) => void): Promise<Bus> {
  const { createClient } = await import('redis');
  const local = localBus();
  const prefix = 'parley:';
  const sender = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 3000) },
  });
  const receiver = sender.duplicate();
  sender.on('error', onError);
  receiver.on('error', onError);
  await Promise.all([sender.connect(), receiver.connect()]);
  const subscribed = new Set<string>();
  return {
    publish(channel, message) {
      local.publish(channel, message);
      sender.publish(prefix + channel, JSON.stringify({ from: processId, message })).catch(onError);
    },
    subscribe(channel, listener) {
      local.subscribe(channel, listener);
      if (subscribed.has(channel)) return;
      subscribed.add(channel);
      receiver
        .subscribe(prefix + channel, (text) => {
          const { from, message } = JSON.parse(text) as { from: string; message: unknown };
          if (from !== processId) local.publish(channel, message);
        })
        .catch(onError);
    },
    async close() {
      await Promise.allSettled([sender.close(), receiver.close()]);
    },
  };
}
