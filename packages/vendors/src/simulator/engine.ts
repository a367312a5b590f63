import { randomBytes } from 'node:crypto';
import type { SandboxBehaviour } from '@parley/contract';
import type { Engine, Family, HookCall, Receipt, Send, SimAnswer, SimMessage, Stage } from './family.ts';
import type { HookPoster } from './hook.ts';
import { isWindowOpen, keepMessage, messageWith, phoneOf, type SimulatedChannel } from './state.ts';

/** Returns the receipts that follow a message, in the order in which they are sent. */
function stagesOf(behaviour: SandboxBehaviour, family: Family, message: SimMessage): Stage[] {
  if (behaviour.receipts === 'none') return [];
  if (message.errorCode) return ['failed'];
  const all = (['sent', 'delivered', 'read'] as const).filter((stage) => family.stages.includes(stage));
  switch (behaviour.receipts) {
    case 'noRead':
      return all.filter((stage) => stage !== 'read');
    case 'readOnly':
      return all.slice(-1);
    case 'reversed':
      return [...all].reverse();
    case 'repeated':
      return all.flatMap((stage) => [stage, stage]);
    default:
      return all;
  }
}

type Waiting = { message: SimMessage; rest: Stage[]; dueAt: number };
type ReceiptQueue = { waiting: Waiting[]; head: number; timer: NodeJS.Timeout | undefined; posting: number };

/** Callbacks of a channel at a time: few enough to keep the order mostly; where each carries one receipt, more of them are needed. */
const mostPosting = (family: Family): number => (family.batch === 1 ? 16 : 2);
const tries = 8;
const order: Record<string, number> = { accepted: 0, sent: 1, delivered: 2, read: 3, failed: 4 };

export type RunningEngine = Engine & { waitingOf: (channel: SimulatedChannel) => number; stop: () => void };

/** Takes messages as the channel's behaviour says, and tells what became of them. */
export function createEngine(poster: HookPoster, familyOf: (channel: SimulatedChannel) => Family | undefined): RunningEngine {
  const lines = new Map<SimulatedChannel, ReceiptQueue>();
  const timers = new Set<NodeJS.Timeout>();
  const told = new WeakMap<object, Promise<void>>();
  const prefix = randomBytes(6).toString('hex');
  let ids = 0;
  let isStopped = false;

  const later = (ms: number, work: () => void): NodeJS.Timeout => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
    return timer;
  };
  const wait = (ms: number) => new Promise<void>((resolve) => void later(ms, resolve));

  /** Vendors repeat what was not taken; so does this one, less patiently. */
  async function insist(channel: SimulatedChannel, call: HookCall): Promise<void> {
    for (let attempt = 0; attempt < tries && !isStopped; attempt += 1) {
      if (await poster.post(call)) return;
      await wait(250 * 2 ** attempt);
    }
    channel.stats.lostCallbacks += 1;
  }

  const lineOf = (channel: SimulatedChannel): ReceiptQueue => {
    const line = lines.get(channel) ?? { waiting: [], head: 0, timer: undefined, posting: 0 };
    lines.set(channel, line);
    return line;
  };

  function wake(channel: SimulatedChannel, line: ReceiptQueue): void {
    const first = line.waiting[line.head];
    const family = familyOf(channel);
    if (isStopped || !first || line.timer || !family || line.posting >= mostPosting(family)) return;
    line.timer = later(Math.max(0, first.dueAt - Date.now()), () => {
      line.timer = undefined;
      pump(channel, line).catch(() => {
        channel.stats.lostCallbacks += 1;
      });
    });
  }

  function mark(channel: SimulatedChannel, { message, stage }: Receipt): void {
    channel.stats.byStatus[stage] += 1;
    const { shown } = message;
    if (!shown || (order[stage] ?? 0) <= (order[shown.status] ?? 0)) return;
    shown.status = stage;
    shown.errorCode = stage === 'failed' ? message.errorCode : '';
  }

  async function pump(channel: SimulatedChannel, line: ReceiptQueue): Promise<void> {
    const family = familyOf(channel);
    if (!family) return;
    const now = Date.now();
    const taken: Waiting[] = [];
    while (taken.length < family.batch) {
      const next = line.waiting[line.head];
      if (!next || next.dueAt > now) break;
      taken.push(next);
      line.head += 1;
    }
    if (line.head > 4096 && line.head * 2 > line.waiting.length) {
      line.waiting.splice(0, line.head);
      line.head = 0;
    }
    if (taken.length === 0) return wake(channel, line);
    const receipts = taken.map(({ message, rest }): Receipt => ({ message, stage: rest[0] as Stage, at: now }));
    for (const receipt of receipts) mark(channel, receipt);
    line.posting += 1;
    wake(channel, line);
    // A channel without a callback is shown on its phones alone.
    if (channel.hookUrl !== '') await insist(channel, family.receipts(channel, receipts));
    line.posting -= 1;
    const dueAt = Date.now() + channel.behaviour.receiptDelayMs;
    for (const { message, rest } of taken) if (rest.length > 1) line.waiting.push({ message, rest: rest.slice(1), dueAt });
    wake(channel, line);
  }

  function expect(channel: SimulatedChannel, message: SimMessage, rest: Stage[]): void {
    if (rest.length === 0) return;
    const line = lineOf(channel);
    line.waiting.push({ message, rest, dueAt: Date.now() + channel.behaviour.receiptDelayMs });
    wake(channel, line);
  }

  /** Refuses by order of the person at the screen; undefined: it may pass. */
  function refusal(channel: SimulatedChannel, family: Family): SimAnswer | undefined {
    const { behaviour, bucket } = channel;
    const second = Math.floor(Date.now() / 1000);
    if (bucket.second !== second) channel.bucket = { second, taken: 0 };
    if (behaviour.perSecond > 0 && channel.bucket.taken >= behaviour.perSecond) return family.refuse(channel, family.codes.tooFast);
    channel.bucket.taken += 1;
    if (behaviour.failNext.count > 0) {
      behaviour.failNext.count -= 1;
      return family.refuse(channel, behaviour.failNext.code);
    }
    return undefined;
  }

  /** The code with which an accepted message fails later; '' for none. */
  function laterFailure(channel: SimulatedChannel, family: Family, send: Send): string {
    const { share, code } = channel.behaviour.failShare;
    channel.failCredit += share;
    if (channel.failCredit >= 1 - 1e-9) {
      channel.failCredit -= 1;
      return code;
    }
    if (send.laterCode) return send.laterCode;
    if (channel.behaviour.isLight) return '';
    const phone = channel.phones.get(send.to);
    if (phone?.isOptedOut && send.isMarketing) return family.codes.optedOut;
    return send.isFreeText && family.codes.windowClosed && !isWindowOpen(channel, phone) ? family.codes.windowClosed : '';
  }

  async function send(channel: SimulatedChannel, family: Family, sent: Send): Promise<SimAnswer> {
    const { behaviour, stats } = channel;
    if (behaviour.delayMs > 0) await wait(behaviour.delayMs);
    if (behaviour.cut === 'before') return 'cut';
    const refused = refusal(channel, family);
    if (refused) {
      stats.refused += 1;
      return refused;
    }
    stats.accepted += 1;
    if (sent.ourId && !channel.seen.add(sent.ourId)) stats.duplicates += 1;
    const errorCode = laterFailure(channel, family, sent);
    let shown: SimMessage['shown'];
    if (!behaviour.isLight) {
      shown = messageWith({ ...sent.show(), id: sent.id });
      keepMessage(phoneOf(channel, sent.to), shown);
    }
    const message: SimMessage = { id: sent.id, ourId: sent.ourId, to: sent.to, errorCode, facts: sent.facts ?? '', shown };
    const [first, ...rest] = stagesOf(behaviour, family, message);
    if (behaviour.receipts === 'beforeAnswer' && first) {
      const receipt: Receipt = { message, stage: first, at: Date.now() };
      mark(channel, receipt);
      if (channel.hookUrl !== '') await poster.post(family.receipts(channel, [receipt]));
      expect(channel, message, rest);
    } else expect(channel, message, first ? [first, ...rest] : []);
    return behaviour.cut === 'after' ? 'cut' : sent.accepted(sent.id);
  }

  async function act(channel: SimulatedChannel, family: Family, apply: () => SimAnswer): Promise<SimAnswer> {
    const { behaviour } = channel;
    if (behaviour.delayMs > 0) await wait(behaviour.delayMs);
    if (behaviour.cut === 'before') return 'cut';
    const answer = refusal(channel, family) ?? apply();
    return behaviour.cut === 'after' ? 'cut' : answer;
  }

  return {
    send,
    act,
    tell: (channel, calls, about = {}) => {
      if (channel.hookUrl === '') return;
      const tellAll = async () => {
        for (const call of calls) await insist(channel, call);
      };
      later(Math.min(channel.behaviour.receiptDelayMs, 1000), () => {
        const before = told.get(about) ?? Promise.resolve();
        const telling = before.then(tellAll).catch(() => {
          channel.stats.lostCallbacks += 1;
        });
        told.set(about, telling);
      });
    },
    nextId: () => {
      ids += 1;
      return `${prefix}${ids.toString(36).padStart(6, '0')}`;
    },
    waitingOf: (channel) => {
      const line = lines.get(channel);
      return line ? line.waiting.length - line.head : 0;
    },
    stop: () => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
