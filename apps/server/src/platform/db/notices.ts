import type pg from 'pg';

/**
 * Delivers what committed transactions announced with `pg_notify`, in every process. Each connection of the pool listens, so a connection
 * gets its own notification before the answer to its COMMIT: when a caller has awaited the commit, the listeners have already run.
 */
export type Notices = {
  onNotice: (listener: (payload: string) => void) => void;
  /** A connection was lost or closed, and perhaps a notification with it. */
  onGap: (listener: () => void) => void;
  /** Tells whether any connection listens at this moment. */
  isListening: () => boolean;
};

export function listenForNotices(pool: pg.Pool, channel: 'actors_changed' | 'webhooks_changed' | 'devices_changed'): Notices {
  const heard: ((payload: string) => void)[] = [];
  const gaps: (() => void)[] = [];
  const listening = new Set<pg.ClientBase>();
  pool.on('connect', (client) => {
    client.on('notification', (notice) => {
      if (notice.channel === channel) for (const listener of heard) listener(notice.payload ?? '');
    });
    client
      .query(`listen ${channel}`)
      .then(() => listening.add(client))
      .catch(() => {}); // the connection is broken: its user gets the error, and it never counts as listening
  });
  pool.on('remove', (client) => {
    listening.delete(client);
    for (const listener of gaps) listener();
  });
  return {
    onNotice: (listener) => void heard.push(listener),
    onGap: (listener) => void gaps.push(listener),
    isListening: () => listening.size > 0,
  };
}
