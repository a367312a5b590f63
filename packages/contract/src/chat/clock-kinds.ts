import { z } from '../z.ts';

/** Clocks of a chat beside its wait and its wake-up. The first three are of policies, the others of settings. */
export const serviceClocks = ['firstReply', 'nextReply', 'resolution', 'agentSilent', 'customerSilent', 'suspendedMost'] as const;
export type ServiceClock = (typeof serviceClocks)[number];
export const policyClocks = ['firstReply', 'nextReply', 'resolution'] as const satisfies readonly ServiceClock[];
export type PolicyClock = (typeof policyClocks)[number];

/** Acts of a policy whose clock is due: tell the owner and the managers, raise the priority, or move the chat to a queue. */
export const policyActs = ['tell', 'raise', 'move'] as const;
export type PolicyAct = (typeof policyActs)[number];

/** Ends of chats whose customer is silent: suspended, or closed. */
export const silentEnds = ['park', 'close'] as const;

/** Deeds of a clock that was due, as its line in the thread tells. */
export const clockDeeds = ['reminded', 'requeued', 'asked', 'parked', 'closed', 'resumed', 'told', 'raised', 'moved', 'notMoved'] as const;
export type ClockDeed = (typeof clockDeeds)[number];

/** The clock by which a chat is coloured: amber and red are reckoned by the server, in open hours where the policy says so. */
export const ChatClock = z
  .object({
    kind: z.enum(policyClocks),
    since: z.iso.datetime(),
    /** Null: it does not become so */
    amberAt: z.iso.datetime().nullable(),
    redAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ChatClock' });
export type ChatClock = z.infer<typeof ChatClock>;
