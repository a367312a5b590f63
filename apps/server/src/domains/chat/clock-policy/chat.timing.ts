import type { ChatConfig } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { HeldPolicy, ServiceRules } from '#platform/db/schema.chat.ts';
import { hasTime, holdRules } from '../clock/service.rules.ts';
import type { LockedChat } from '../record/chat.repository.ts';
import { findMemberships, listPolicies, type ShownPolicy } from './clock-policy.repository.ts';

/** The settings that a chat's clocks run by, without what is switched off. */
function rulesOf(config: ChatConfig): ServiceRules {
  const { agentRemindSeconds, agentRequeueSeconds, customerRemindSeconds, customerEndSeconds, customerEndAct, suspendedMostSeconds } =
    config;
  return {
    ...(agentRemindSeconds > 0 ? { agentRemind: agentRemindSeconds } : {}),
    ...(agentRequeueSeconds > 0 ? { agentRequeue: agentRequeueSeconds } : {}),
    ...(customerRemindSeconds > 0 ? { customerRemind: customerRemindSeconds } : {}),
    ...(customerEndSeconds > 0 ? { customerEnd: customerEndSeconds, customerEndAct } : {}),
    ...(suspendedMostSeconds > 0 ? { suspendedMost: suspendedMostSeconds } : {}),
  };
}

/** A policy without a time of the resolution is held as before: each chat carries it. */
function resolutionOf(row: ShownPolicy): Pick<HeldPolicy, 'resolution'> {
  const times = { amber: row.resolutionAmberSeconds, red: row.resolutionRedSeconds, act: row.resolutionActSeconds };
  return hasTime(times) ? { resolution: times } : {};
}

const toHeld = (row: ShownPolicy): HeldPolicy => ({
  id: row.policyId,
  from: row.fromPriority,
  to: row.toPriority,
  isOpen: row.inOpenHours,
  ends: row.act === 'move',
  first: { amber: row.firstAmberSeconds, red: row.firstRedSeconds, act: row.firstActSeconds },
  next: { amber: row.nextAmberSeconds, red: row.nextRedSeconds, act: row.nextActSeconds },
  ...resolutionOf(row),
});

/** Those policies that some priority comes under first. */
function firstOnes(policies: readonly HeldPolicy[]): HeldPolicy[] {
  const priorities = Array.from({ length: 10 }, (_, priority) => priority);
  const first = new Set(priorities.map((priority) => policies.find(({ from, to }) => from <= priority && priority <= to)));
  return policies.filter((policy) => first.has(policy));
}

export type TimedChat = { chat: LockedChat; config: ChatConfig };

/**
 * Notes what the clocks of locked chats run by, which is kept with them: their settings, and the policies that they may come under. The
 * customer's groups are those of this moment.
 * @param hasPolicies false: the enterprise has none, and nothing is asked
 */
export async function holdTimes(tx: Read, enterpriseId: string, chats: readonly TimedChat[], hasPolicies: boolean): Promise<void> {
  const policies = hasPolicies && chats.length > 0 ? await listPolicies(tx, enterpriseId) : [];
  const members = await findMemberships(
    tx,
    enterpriseId,
    chats.map(({ chat }) => chat.customerId),
    policies.flatMap(({ groupId }) => groupId ?? []),
  );
  for (const { chat, config } of chats) {
    const fitting = policies.filter(
      ({ deptId, groupId }) =>
        (deptId === null || deptId === chat.deptId) && (groupId === null || members.has(`${chat.customerId} ${groupId}`)),
    );
    const held = firstOnes(fitting.map(toHeld));
    holdRules(chat, { ...rulesOf(config), ...(held.length > 0 ? { policies: held } : {}) });
  }
}
