import { defineEndpoint } from '../endpoint.ts';
import { Id } from '../fields.ts';
import { z } from '../z.ts';

/** Reasons why an agent does not get a waiting chat, in the order in which they are asked. The first is the one that is told. */
export const routingMisfits = [
  'closed',
  'notOnline',
  'notRouted',
  'wrappingUp',
  'rampingUp',
  'otherDepartment',
  'language',
  'skill',
  'reserved',
  'passed',
  'full',
  'departmentFull',
] as const;
export type RoutingMisfit = (typeof routingMisfits)[number];

/** Grounds on which one agent whom a chat fits goes before another, in their order. */
export const routingGrounds = ['sameAgent', 'priority', 'turn', 'leastBusy', 'longestIdle', 'order'] as const;
export type RoutingGround = (typeof routingGrounds)[number];

/** Load of a desk and its limit, in hundredths of a chat. */
const Load = z.object({ load: z.number(), limit: z.number() });

/** Reasons for which an agent got a chat that the program gave out. */
export const RoutingDecision = Load.extend({
  agentId: Id,
  agentName: z.string(),
  kind: z.enum(['offer', 'direct']),
  decidedAt: z.iso.datetime(),
  /** `only`: it fitted nobody else */
  ground: z.enum([...routingGrounds, 'only']),
  /** Agents whom it fitted */
  fitting: z.number(),
  /** The next one in the order; null: there was none */
  next: Load.extend({ agentName: z.string() }).nullable(),
  waitedSeconds: z.number(),
}).meta({ id: 'RoutingDecision' });
export type RoutingDecision = z.infer<typeof RoutingDecision>;

/** Reasons for which a chat still waits. */
export const RoutingWait = z
  .object({
    /** Agents pick it up themselves. */
    isByHand: z.boolean(),
    /** Chats before it in the order; a thousand stands for more */
    ahead: z.number(),
    /** Agents by the reason why it does not fit them */
    reasons: z.array(z.object({ reason: z.enum(routingMisfits), agents: z.number() })),
    /** Agents whom it fits now */
    fitting: z.number(),
    /** Language that it asks for at this step; null: any */
    language: z.string().nullable(),
    /** Skills that it asks for at this step, by the names that they had when it began to wait */
    skills: z.array(z.object({ name: z.string(), level: z.number() })),
    agentName: z.string().nullable(),
    /** The agent who has it on offer; null: nobody */
    offeredTo: z.string().nullable(),
  })
  .meta({ id: 'RoutingWait' });
export type RoutingWait = z.infer<typeof RoutingWait>;

export const chatRoutingEndpoints = {
  why: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/:chatId/why',
    summary: 'Why an agent got a chat, and why it still waits',
    tag: 'Chat',
    access: ['CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY', 'CHAT.VIEW_MONITOR'],
    params: z.object({ chatId: Id }),
    answer: z.object({ decision: RoutingDecision.nullable(), wait: RoutingWait.nullable() }),
  }),
};
