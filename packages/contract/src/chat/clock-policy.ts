import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { fieldError } from '../faults.ts';
import { formBoolean, formList, formNumber, Id, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { policyActs } from './clock-kinds.ts';
import { chatPriorities } from './side.ts';

/** Policies of an enterprise: each is asked in its order when a clock begins. */
export const clockPoliciesMax = 50;
/** A week, the longest time of a clock. */
const longest = 7 * 24 * 3600;

const Choice = z.union([Id, z.literal('')]).default('');
const Seconds = formNumber(0, longest).default(0);
const Priority = formNumber(chatPriorities.lowest, chatPriorities.highest);

/** Seconds after which a clock is amber, red and due; 0: it is not. */
const times = {
  firstAmberSeconds: Seconds,
  firstRedSeconds: Seconds,
  firstActSeconds: Seconds,
  nextAmberSeconds: Seconds,
  nextRedSeconds: Seconds,
  nextActSeconds: Seconds,
  resolutionAmberSeconds: Seconds,
  resolutionRedSeconds: Seconds,
  resolutionActSeconds: Seconds,
};
export type PolicyTime = keyof typeof times;
export const policyTimes = Object.keys(times) as PolicyTime[];

const policyFields = {
  name: requiredText(80),
  /** Empty: chats of all departments, and of none */
  deptId: Choice,
  /** A group of customers; empty: all of them */
  groupId: Choice,
  fromPriority: Priority.default(chatPriorities.lowest),
  toPriority: Priority.default(chatPriorities.highest),
  /** The time counts while the chat's department is open; otherwise always */
  inOpenHours: formBoolean.default(true),
  ...times,
  act: z.enum(policyActs).default('tell'),
  /** Priority that the act `raise` gives */
  actPriority: Priority.default(chatPriorities.highest),
  /** Department that the act `move` gives the chat, kept for that act alone; empty: the queue of its own department */
  actDeptId: Choice,
};
export const ClockPolicySave = z.object(policyFields);
export type ClockPolicySave = z.output<typeof ClockPolicySave>;

/** Finds what is wrong with a policy as a whole, whose values are each allowed. The form and the server ask it alike. */
export function checkPolicy(policy: ClockPolicySave): ReturnType<typeof fieldError>[] {
  const faults: ReturnType<typeof fieldError>[] = [];
  if (policy.toPriority < policy.fromPriority) faults.push(fieldError('toPriority', 'clock.priorities'));
  for (const [amber, red] of [
    ['firstAmberSeconds', 'firstRedSeconds'],
    ['nextAmberSeconds', 'nextRedSeconds'],
    ['resolutionAmberSeconds', 'resolutionRedSeconds'],
  ] as const)
    if (policy[amber] > 0 && policy[red] > 0 && policy[red] <= policy[amber]) faults.push(fieldError(red, 'clock.order'));
  if (policyTimes.every((time) => policy[time] === 0)) faults.push(fieldError('firstAmberSeconds', 'clock.no_time'));
  return faults;
}

export const ClockPolicy = z
  .object({
    id: Id,
    deptId: z.string(),
    groupId: z.string(),
    /** The group's name; '' without one */
    groupName: z.string(),
    name: z.string(),
    fromPriority: z.number(),
    toPriority: z.number(),
    inOpenHours: z.boolean(),
    firstAmberSeconds: z.number(),
    firstRedSeconds: z.number(),
    firstActSeconds: z.number(),
    nextAmberSeconds: z.number(),
    nextRedSeconds: z.number(),
    nextActSeconds: z.number(),
    resolutionAmberSeconds: z.number(),
    resolutionRedSeconds: z.number(),
    resolutionActSeconds: z.number(),
    act: z.enum(policyActs),
    actPriority: z.number(),
    actDeptId: z.string(),
    /** Position from 0: the first one that fits counts */
    order: z.number(),
    version: z.number(),
  })
  .meta({ id: 'ClockPolicy' });
export type ClockPolicy = z.infer<typeof ClockPolicy>;

const tag = 'Clock policies';
const base = '/e/enterprise/clock_policies';
const PolicyParams = z.object({ policyId: Id });
const editors = ['CHAT.CHAT_CONFIG'] as const;

export const clockPolicyEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'The policies of clocks in their order: for a user of departments, their own and those of all departments',
    tag,
    access: editors,
    answer: z.object({ policies: z.array(ClockPolicy) }),
  }),
  groups: defineEndpoint({
    method: 'GET',
    path: `${base}/groups`,
    summary: 'Groups of customers that a policy may be for, by name',
    tag,
    access: editors,
    query: z.object({ search: text(60).default('') }),
    answer: z.object({ groups: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Add a policy of clocks at the end',
    audit: leaves('clock_policy', 'create'),
    tag,
    access: editors,
    body: ClockPolicySave,
    answer: ClockPolicy,
  }),
  saveOrder: defineEndpoint({
    method: 'PUT',
    path: `${base}/order`,
    summary: 'Put the policies of clocks into an order: the first one that fits a chat counts',
    audit: leaves('clock_policy', 'move'),
    tag,
    access: editors,
    /** All of the enterprise, each once. */
    body: z.object({ ids: formList(Id) }),
    answer: z.object({ policies: z.array(ClockPolicy) }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:policyId`,
    summary: 'One policy of clocks',
    tag,
    access: editors,
    params: PolicyParams,
    answer: ClockPolicy,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:policyId`,
    summary: 'Change a policy of clocks; clocks that run by it follow at once',
    audit: leaves('clock_policy', 'edit'),
    tag,
    access: editors,
    params: PolicyParams,
    body: ClockPolicySave.extend({ version: Version }),
    answer: ClockPolicy,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:policyId`,
    summary: 'Delete a policy of clocks; it lies in the bin',
    audit: leaves('clock_policy', 'delete'),
    tag,
    access: editors,
    params: PolicyParams,
    answer: z.null(),
  }),
};
