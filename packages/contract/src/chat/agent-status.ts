import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts, fieldError } from '../faults.ts';
import { formBoolean, formList, Id, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { agentStatuses } from './chat-kinds.ts';

/** Own statuses of an enterprise, retired ones too; more than a menu could show anyway. */
export const agentStatusKindsMax = 30;

/** Own status that holds on a desk now, for those who read it. `nameHi` is '' where nobody has given the Hindi name. */
export const OwnStatus = z.object({ id: Id, name: z.string(), nameHi: z.string(), colour: z.string() }).meta({ id: 'OwnStatus' });
export type OwnStatus = z.infer<typeof OwnStatus>;

/** Status that an enterprise has made for its agents, such as lunch or training. */
export const AgentStatusKind = OwnStatus.extend({
  /** Status that it counts as wherever the wire says one: 1 online, 2 away */
  base: z.number(),
  /** Chats are given to agents who have it. Those who are away get none. */
  isRouted: z.boolean(),
  /** Departments whose agents may choose it, those that have gone too; none: all agents */
  deptIds: z.array(Id),
  /** The caller may choose it: it is not retired, and of all agents or of one of the caller's departments */
  isOffered: z.boolean(),
  /** Position from 0 */
  order: z.number(),
  /** Retired ones are offered no more. */
  isActive: z.boolean(),
  /** Agents have it now: it can be retired, not deleted. */
  isUsed: z.boolean(),
  version: z.number(),
}).meta({ id: 'AgentStatusKind' });
export type AgentStatusKind = z.infer<typeof AgentStatusKind>;

const names = {
  name: requiredText(40),
  nameHi: text(40).default(''),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, faultTexts['colour.format'])
    .default('#868e96'),
};
/** Base and routing of a status are chosen once: nobody's routing changes by an edit. */
export const AgentStatusKindCreate = z.object({
  ...names,
  deptIds: formList(Id).default([]),
  base: z.coerce.number().int().min(agentStatuses.online).max(agentStatuses.away),
  isRouted: formBoolean.default(false),
});
export type AgentStatusKindCreate = z.output<typeof AgentStatusKindCreate>;

/** Finds what is wrong with a new status as a whole. The form and the server ask it alike. */
export const checkStatusKind = ({ base, isRouted }: Pick<AgentStatusKindCreate, 'base' | 'isRouted'>): ReturnType<typeof fieldError>[] =>
  isRouted && base !== agentStatuses.online ? [fieldError('isRouted', 'agent_status.away_routed')] : [];

const tag = 'Agent statuses';
const base = '/e/enterprise/agent_statuses';
const StatusParams = z.object({ statusId: Id });
const readers = ['CHAT.HANDLE', 'CHAT.CHAT_CONFIG'] as const;
const editors = ['CHAT.CHAT_CONFIG'] as const;

export const agentStatusEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Own statuses of agents in their order, retired ones too',
    tag,
    access: readers,
    answer: z.array(AgentStatusKind),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Add an own status of agents at the end',
    audit: leaves('agent_status_kind', 'create'),
    tag,
    access: editors,
    body: AgentStatusKindCreate,
    answer: AgentStatusKind,
  }),
  saveOrder: defineEndpoint({
    method: 'PUT',
    path: `${base}/order`,
    summary: 'Put the own statuses of agents into an order',
    audit: leaves('agent_status_kind', 'move'),
    tag,
    access: editors,
    /** All of the enterprise, each once. */
    body: z.object({ ids: formList(Id) }),
    answer: z.array(AgentStatusKind),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:statusId`,
    summary: 'One own status of agents',
    tag,
    access: readers,
    params: StatusParams,
    answer: AgentStatusKind,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:statusId`,
    summary: 'Rename, colour, retire or revive an own status of agents; those who have it keep it',
    audit: leaves('agent_status_kind', 'edit'),
    tag,
    access: editors,
    params: StatusParams,
    /** Departments that are left out stay: an older screen does not send any, and the status would be everybody's */
    body: z.object({ ...names, deptIds: formList(Id).optional(), isActive: formBoolean.default(true), version: Version }),
    answer: AgentStatusKind,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:statusId`,
    summary: 'Delete an own status that no agent has; one that agents have is retired, and they keep it until they choose another',
    audit: leaves('agent_status_kind', 'delete'),
    tag,
    access: editors,
    params: StatusParams,
    answer: z.object({ isRetired: z.boolean() }),
  }),
};
