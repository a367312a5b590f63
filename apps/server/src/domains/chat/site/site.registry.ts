import { randomUUID } from 'node:crypto';
import { type SiteVisitor, siteVisitorsMost } from '@parley/contract';
import type { Topic } from '#platform/events/events.ts';
import type { Bus } from '#platform/realtime/bus.ts';
import type { Hub } from '#platform/realtime/hub.ts';

/** Connections of users who look at who is on a website. */
export const siteTopic = (channelId: string): Topic => `site:${channelId}`;

/** Visitors who are on the websites at this moment: in the memory of the processes that hold their sockets, and nowhere else. */
export type SiteRegistry = {
  enter: (channelId: string, visitor: SiteVisitor) => { change: (next: Partial<SiteVisitor>) => void; leave: () => void };
  /** Asks all processes. */
  list: (channelId: string) => Promise<{ visitors: SiteVisitor[]; count: number }>;
  /** Somebody looks at a website for a while: changes are told to them meanwhile. */
  watch: (channelId: string) => void;
};

/** Time in which the other processes answer; those that are slower are left out of this look. */
const answerWithinMs = 300;
/** The one who looks says so again before it is over. */
export const watchMs = 30_000;
const tellEveryMs = 1_000;

type Ask = { askId: string; channelId: string };
type Answer = { askId: string; visitors: SiteVisitor[]; count: number };

function createRegistry(bus: Bus, hub: Hub): SiteRegistry {
  const sites = new Map<string, Map<string, SiteVisitor>>();
  const asks = new Map<string, (answer: Answer) => void>();
  const watched = new Map<string, number>();
  const telling = new Set<string>();

  bus.subscribe('site.ask', (message) => {
    const { askId, channelId } = message as Ask;
    const here = [...(sites.get(channelId)?.values() ?? [])];
    if (here.length > 0)
      bus.publish('site.answer', { askId, visitors: here.slice(-siteVisitorsMost), count: here.length } satisfies Answer);
  });
  bus.subscribe('site.answer', (message) => asks.get((message as Answer).askId)?.(message as Answer));
  bus.subscribe('site.watch', (message) => {
    const { channelId } = message as { channelId: string };
    watched.set(channelId, Date.now() + watchMs);
  });

  /** Many come and go at once: those who look hear of it once a second. */
  function tell(channelId: string) {
    const until = watched.get(channelId);
    if (until === undefined || telling.has(channelId)) return;
    if (until < Date.now()) {
      watched.delete(channelId);
      return;
    }
    telling.add(channelId);
    setTimeout(() => {
      telling.delete(channelId);
      hub.broadcast([siteTopic(channelId)], { type: 'siteChanged', data: { channelId } });
    }, tellEveryMs).unref();
  }

  return {
    enter(channelId, first) {
      const site = sites.get(channelId) ?? new Map<string, SiteVisitor>();
      sites.set(channelId, site.set(first.id, first));
      tell(channelId);
      return {
        change(next) {
          const known = site.get(first.id);
          if (!known) return;
          site.set(first.id, { ...known, ...next });
          tell(channelId);
        },
        leave() {
          site.delete(first.id);
          if (site.size === 0 && sites.get(channelId) === site) sites.delete(channelId);
          tell(channelId);
        },
      };
    },
    async list(channelId) {
      const askId = randomUUID();
      const answers: Answer[] = [];
      asks.set(askId, (answer) => answers.push(answer));
      bus.publish('site.ask', { askId, channelId } satisfies Ask);
      await new Promise((resolve) => setTimeout(resolve, answerWithinMs));
      asks.delete(askId);
      const visitors = answers
        .flatMap((answer) => answer.visitors)
        .toSorted((a, b) => b.since.localeCompare(a.since) || a.id.localeCompare(b.id));
      return { visitors: visitors.slice(0, siteVisitorsMost), count: answers.reduce((sum, { count }) => sum + count, 0) };
    },
    watch: (channelId) => bus.publish('site.watch', { channelId }),
  };
}

const registries = new WeakMap<Bus, SiteRegistry>();

/** The one of this program: sockets and calls share it. */
export function siteRegistry({ bus, hub }: { bus: Bus; hub: Hub }): SiteRegistry {
  const known = registries.get(bus) ?? createRegistry(bus, hub);
  registries.set(bus, known);
  return known;
}
