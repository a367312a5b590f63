import {
  type CalendarHours,
  type ChatClock,
  chatStates,
  type PolicyClock,
  policyClocks,
  type ServiceClock,
  serviceClocks,
} from '@parley/contract';
import type {
  ChatService,
  ChatTable,
  ClockStep,
  HeldPolicy,
  PolicyTimes,
  Rest,
  RunningClock,
  ServiceRules,
} from '#platform/db/schema.chat.ts';
import type { ClockChanges } from './clock.repository.ts';
import { dueAfter } from './due.rules.ts';
import { hasActed, isNotedRest, noteActed, resolutionBegan } from './resolution.rules.ts';

/** Pure decisions about clocks of service: which of them run, by what the chat is now, and when they are due. */

export type ClockedChat = {
  state: number;
  handledBy: ChatTable['handledBy'];
  ownerId: string | null;
  waitingSince: Date | null;
  firstReplyAt: Date | null;
  pickedUpAt: Date | null;
  priority: number;
  service: ChatService;
  clocks: ClockChanges;
};

/**
 * Change of a chat as its clocks see it.
 * @property hasReplied an agent has written
 * @property isAnew what the clocks run by may have changed: each is reckoned again from its beginning
 */
export type Moment = { now: Date; hasReplied: boolean; isAnew: boolean };

type Step = { does: ClockStep; after: number; ends: boolean };
/**
 * A clock that is to run.
 * @property isOpen its time counts in open hours
 * @property began when what it measures began
 * @property rests times that do not count
 */
type Want = {
  key: string;
  isOpen: boolean;
  policyId: string | null;
  amber: number;
  red: number;
  steps: Step[];
  began: Date | null;
  rests?: readonly Rest[];
};

const steps = (...all: (Step | false)[]): Step[] => all.filter((step) => step !== false && step.after > 0) as Step[];
/** A chat that is suspended while its customer waits for an answer is its agent's to answer as before. */
const isWithAgent = ({ handledBy, state, waitingSince }: ClockedChat): boolean =>
  handledBy === 'agent' &&
  (state === chatStates.started || state === chatStates.ongoing || (state === chatStates.suspended && waitingSince !== null));
const openWithAgent: readonly number[] = [chatStates.started, chatStates.ongoing, chatStates.suspended];
const isWaiting = ({ handledBy, state }: ClockedChat): boolean => handledBy === 'queue' && state === chatStates.created;

const settings = (key: string, of: Step[], isOpen = false): Want | null =>
  of.length === 0 ? null : { key, isOpen, policyId: null, amber: 0, red: 0, steps: of, began: null };

export const hasTime = ({ amber, red, act }: PolicyTimes): boolean => amber > 0 || red > 0 || act > 0;

const timesOf: Readonly<Record<PolicyClock, (policy: HeldPolicy) => PolicyTimes | undefined>> = {
  firstReply: ({ first }) => first,
  nextReply: ({ next }) => next,
  resolution: ({ resolution }) => resolution,
};

/** The policy that a clock goes by: the one that it has begun with, while that is still there, else the first that fits. */
function byPolicy(chat: ClockedChat, kind: PolicyClock, key: string, began: Date | null): Want | null {
  const policies = chat.service.rules?.policies ?? [];
  const current = chat.service.running?.[kind];
  // A resolution is one, however often it stands still.
  const goesOn = current && (current.key === key || kind === 'resolution');
  const policy =
    (goesOn ? policies.find(({ id }) => id === current.policyId) : undefined) ??
    policies.find(({ from, to }) => from <= chat.priority && chat.priority <= to);
  const times = policy && timesOf[kind](policy);
  if (!times || !hasTime(times)) return null;
  const { amber, red, act } = times;
  const { id, isOpen, ends } = policy;
  return { key, isOpen, policyId: id, amber, red, steps: steps({ does: 'act', after: act, ends }), began };
}

/** A chat that people have had is theirs to resolve until it is closed, in the queue too. */
const isUnresolved = (chat: ClockedChat): boolean => (chat.handledBy === 'agent' && openWithAgent.includes(chat.state)) || isWaiting(chat);

function wantResolution(chat: ClockedChat): Want | null {
  const began = resolutionBegan(chat);
  const want = began && isUnresolved(chat) ? byPolicy(chat, 'resolution', isNotedRest(chat.service) ? 'rest' : '', began) : null;
  return want && { ...want, rests: chat.service.resolution?.rests ?? [] };
}

/** Conditions of the clocks: each runs as long as its own holds and it is switched on. */
const wants: Readonly<Record<ServiceClock, (chat: ClockedChat, rules: ServiceRules) => Want | null>> = {
  firstReply: (chat) => (isWithAgent(chat) && chat.firstReplyAt === null ? byPolicy(chat, 'firstReply', '', chat.pickedUpAt) : null),
  nextReply: (chat) =>
    (isWithAgent(chat) || isWaiting(chat)) && chat.firstReplyAt !== null && chat.waitingSince !== null
      ? byPolicy(chat, 'nextReply', chat.waitingSince.toISOString(), chat.waitingSince)
      : null,
  resolution: wantResolution,
  agentSilent: (chat, { agentRemind = 0, agentRequeue = 0 }) =>
    isWithAgent(chat) && chat.waitingSince !== null
      ? settings(
          `${chat.waitingSince.toISOString()} ${chat.ownerId}`,
          steps({ does: 'remind', after: agentRemind, ends: false }, { does: 'requeue', after: agentRequeue, ends: true }),
          true,
        )
      : null,
  customerSilent: (chat, { customerRemind = 0, customerEnd = 0, customerEndAct = 'park' }) =>
    isWithAgent(chat) && chat.waitingSince === null && chat.firstReplyAt !== null
      ? settings(
          '',
          steps(
            { does: 'ask', after: customerRemind, ends: false },
            { does: customerEndAct, after: customerEnd, ends: customerEndAct === 'close' },
          ),
        )
      : null,
  suspendedMost: (chat, { suspendedMost = 0 }) =>
    chat.state === chatStates.suspended ? settings('', steps({ does: 'resume', after: suspendedMost, ends: false })) : null,
};

const wantOf = (chat: ClockedChat, kind: ServiceClock): Want | null => wants[kind](chat, chat.service.rules ?? {});

/** A clock that begins or is reckoned anew; `want` null: it ends. */
export type Plan = { kind: ServiceClock; want: Want | null; since: Date };

/** Finds which clocks of a chat begin, end or are reckoned anew. A chat of which nothing is switched on has none. */
export function planClocks(chat: ClockedChat, { now, hasReplied, isAnew }: Moment): Plan[] {
  const { rules, running, hasWoken } = chat.service;
  if (!rules && !running) return [];
  return serviceClocks.flatMap((kind): Plan[] => {
    const current = running?.[kind];
    const want = wantOf(chat, kind);
    if (!want) return current ? [{ kind, want, since: now }] : [];
    if (kind === 'resolution') return isAnew || isOther(current, want) ? [{ kind, want, since: want.began ?? now }] : [];
    // It begins with a message of ours: a chat that has woken since then would be asked again and again, whoever saves settings.
    const isOurTurn = kind === 'customerSilent' && hasReplied;
    if (kind === 'customerSilent' && !current && !hasReplied && !(isAnew && !hasWoken)) return [];
    if (!current || current.key !== want.key || isOurTurn) return [{ kind, want, since: isAnew ? (want.began ?? now) : now }];
    return isAnew ? [{ kind, want, since: new Date(current.since) }] : [];
  });
}

/** Tells whether a resolution goes by something else now: it rests, or goes on, the chat has another policy, or has begun anew. */
const isOther = (current: RunningClock | undefined, { key, policyId, began }: Want): boolean =>
  !current || current.key !== key || current.policyId !== policyId || (began !== null && current.since !== began.toISOString());

/** Tells whether a plan asks for the calendar of the chat's department. */
export const needsHours = (plans: readonly Plan[]): boolean => plans.some(({ want }) => want?.isOpen);

const nextOf = ({ steps: left }: Pick<RunningClock, 'steps'>): RunningClock['steps'][number] | undefined => left[0];

function reckon({ want, since }: { want: Want; since: Date }, did: ClockStep[], hours: CalendarHours | null): RunningClock {
  const counted = want.isOpen ? hours : null;
  const known = new Map<number, string | null>();
  // Times of one clock are often the same, and a calendar that seldom opens is looked at for long.
  const dueIn = (seconds: number): string | null => {
    const at = known.has(seconds) ? (known.get(seconds) ?? null) : dueAfter(since, seconds, counted, want.rests);
    known.set(seconds, at);
    return at;
  };
  const left = want.steps
    .filter(({ does }) => !did.includes(does))
    .flatMap(({ does, after, ends }) => {
      const at = dueIn(after);
      return at === null ? [] : [{ does, at, ends }];
    })
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
  return {
    since: since.toISOString(),
    key: want.key,
    policyId: want.policyId,
    amberAt: dueIn(want.amber),
    redAt: dueIn(want.red),
    steps: left,
    did,
    dueAt: null,
  };
}

/** Changes the chat's clocks in memory, and notes what its rows become. @param hours of its department; null: it is always open */
export function settleClocks(chat: ClockedChat, plans: readonly Plan[], hours: CalendarHours | null): void {
  const running = { ...chat.service.running };
  for (const { kind, want, since } of plans) {
    const current = running[kind];
    if (!want) {
      delete running[kind];
      if (current?.dueAt) chat.clocks.set(kind, null);
      continue;
    }
    const goesOn = current && current.key === want.key && current.policyId === want.policyId && current.since === since.toISOString();
    const didBefore = goesOn ? current.did : [];
    const did: ClockStep[] = kind === 'resolution' && hasActed(chat.service, want.policyId) ? ['act'] : didBefore;
    const next = reckon({ want, since }, did, hours);
    running[kind] = setRow(chat, kind, { ...next, dueAt: current?.dueAt ?? null }, true);
  }
  setRunning(chat, running);
}

/**
 * Notes the row of a clock's next step, where that is not what it was, or one was noted already that is not the next any more.
 * @param isAnew also where it is the same: the row may have been lost
 */
function setRow(chat: ClockedChat, kind: ServiceClock, clock: RunningClock, isAnew = false): RunningClock {
  const next = nextOf(clock);
  const dueAt = next?.at ?? null;
  if (dueAt !== clock.dueAt || (isAnew && next) || chat.clocks.has(kind))
    chat.clocks.set(kind, next ? { startedAt: new Date(clock.since), dueAt: new Date(next.at), ends: next.ends } : null);
  return { ...clock, dueAt };
}

function setRunning(chat: ClockedChat, running: NonNullable<ChatService['running']>): void {
  const { running: _before, ...others } = chat.service;
  chat.service = { ...others, ...(Object.keys(running).length > 0 ? { running } : {}) };
}

/** Sets what a chat's clocks run by; {}: nothing. They are reckoned when the chat is recorded. */
export function holdRules(chat: ClockedChat, rules: ServiceRules): void {
  const { rules: _before, ...others } = chat.service;
  chat.service = { ...(Object.keys(rules).length > 0 ? { rules } : {}), ...others };
}

/** Returns the step of a clock that is due: of several whose time has passed the last one. undefined: it is not so any more, or not yet. */
export function dueStep(chat: ClockedChat, kind: ServiceClock, now: Date): RunningClock['steps'][number] | undefined {
  const current = chat.service.running?.[kind];
  if (!current || wantOf(chat, kind)?.key !== current.key) return undefined;
  return current.steps.findLast(({ at }) => new Date(at) <= now);
}

/** Notes that the row of a clock is taken, and what it has done with it: earlier steps have passed with it. @param step undefined: nothing */
export function noteTaken(chat: ClockedChat, kind: ServiceClock, step: RunningClock['steps'][number] | undefined): void {
  const current = chat.service.running?.[kind];
  if (!current) return;
  const place = step ? current.steps.indexOf(step) : -1;
  const done = current.steps.slice(0, place + 1).map(({ does }) => does);
  if (kind === 'resolution' && done.includes('act')) noteActed(chat, current.policyId);
  const left = { ...current, did: [...current.did, ...done], steps: current.steps.slice(place + 1), dueAt: null };
  setRunning(chat, { ...chat.service.running, [kind]: setRow(chat, kind, left) });
}

/** Puts a due step back that may not end anything yet; the earlier ones have passed with it. */
export function holdBack(chat: ClockedChat, kind: ServiceClock, step: RunningClock['steps'][number]): void {
  const current = chat.service.running?.[kind];
  if (!current) return;
  const left = { ...current, steps: current.steps.slice(current.steps.indexOf(step)), dueAt: null };
  setRunning(chat, { ...chat.service.running, [kind]: setRow(chat, kind, left) });
}

/** Returns the clock that colours a chat: that of the answer for which the customer waits, else that of the resolution. */
export function shownClock({ running }: ChatService): ChatClock | null {
  const shown = policyClocks.flatMap((kind): ChatClock[] => {
    const clock = running?.[kind];
    return clock && (clock.amberAt || clock.redAt) ? [{ kind, since: clock.since, amberAt: clock.amberAt, redAt: clock.redAt }] : [];
  });
  return shown[0] ?? null;
}
