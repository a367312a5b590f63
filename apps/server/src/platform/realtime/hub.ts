import type { AnyEvent, RecordedEvent, Topic } from '../events/events.ts';
import type { Bus } from './bus.ts';

/** One open socket of an agent or a visitor. */
export type Connection = {
  topics: ReadonlySet<Topic>;
  send: (message: { type: string; data: unknown }) => void;
  close: (code: number, reason: string) => void;
};

export type Hub = {
  /** Adds a connection or replaces its topics. @returns removes it */
  join: (connection: Connection) => () => void;
  deliver: (events: readonly RecordedEvent[]) => void;
  /** Sends something that need not be kept (typing, presence) to listeners in every process. */
  broadcast: (topics: readonly Topic[], message: { type: string; data: unknown }) => void;
  /** Closes the connections of a topic in every process. */
  closeAll: (topic: Topic, code: number, reason: string) => void;
  connections: () => Iterable<Connection>;
  size: () => number;
};

type Transient = { topics: Topic[]; message?: { type: string; data: unknown }; close?: { code: number; reason: string } };

/** The connections of this process by topic. @param definitions every event that is delivered to connections */
export function createHub(bus: Bus, definitions: readonly AnyEvent[]): Hub {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const byTopic = new Map<Topic, Set<Connection>>();
  const all = new Set<Connection>();

  const listeners = (topics: readonly Topic[]) => {
    if (topics.length === 1) return byTopic.get(topics[0] as Topic) ?? [];
    return new Set(topics.flatMap((topic) => [...(byTopic.get(topic) ?? [])]));
  };
  bus.subscribe('transient', (received) => {
    const { topics, message, close } = received as Transient;
    for (const connection of [...listeners(topics)]) {
      if (message) connection.send(message);
      if (close) connection.close(close.code, close.reason);
    }
  });
  return {
    join(connection) {
      all.add(connection);
      for (const topic of connection.topics) {
        const set = byTopic.get(topic) ?? new Set();
        byTopic.set(topic, set.add(connection));
      }
      return () => {
        all.delete(connection);
        for (const topic of connection.topics) {
          const set = byTopic.get(topic);
          set?.delete(connection);
          if (set?.size === 0) byTopic.delete(topic);
        }
      };
    },
    deliver(events) {
      for (const event of events) {
        for (const { topics, message } of byName.get(event.name)?.deliver(event.data, event.enterpriseId) ?? []) {
          for (const connection of listeners(topics)) connection.send(message);
        }
      }
    },
    broadcast: (topics, message) => bus.publish('transient', { topics, message }),
    closeAll: (topic, code, reason) => bus.publish('transient', { topics: [topic], close: { code, reason } }),
    connections: () => all,
    size: () => all.size,
  };
}
