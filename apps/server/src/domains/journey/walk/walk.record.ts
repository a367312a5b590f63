import type { MonitorAct } from '@parley/contract';
import { defineRecord } from '#platform/audit/record.ts';
import { type Auditing, recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import { findListedWalk, type Listed } from './walk.repository.ts';

const nodeOf = ({ nodeId, nodeName }: Pick<Listed, 'nodeId' | 'nodeName'>): string => nodeName || (nodeId ?? '');
const snapshotOf = (walk: Listed) => ({
  customerId: walk.customerId,
  customerName: walk.customerName ?? '',
  stream: walk.journeyName ?? '',
  streamVersion: walk.version,
  stoodAt: nodeOf(walk),
});

/** One person's walk through a stream: what operators have done with it, and where the person stood then. */
export const walkRecord = defineRecord({
  kind: 'journey_walk',
  module: 'streams',
  tables: [],
  fields: {
    stream: 'plain',
    streamVersion: 'plain',
    stoodAt: 'plain',
    act: 'plain',
    goesOnAt: 'plain',
    department: 'plain',
    repeatsCalls: 'plain',
    heldBecause: 'plain',
  },
  async read(tx, enterpriseId, id) {
    if (!isUuid(id)) return undefined;
    const walk = await findListedWalk(tx, enterpriseId, id);
    return walk && snapshotOf(walk);
  },
  nameOf: ({ customerName }) => String(customerName),
  customerOf: (_id, { customerId }) => String(customerId),
  link: (id) => `/journey/monitor/${id}`,
});

type Acted = { act: MonitorAct; goesOnAt: string; department: string; repeatsCalls: boolean; heldBecause: string };

/** An operator has done something with a walk: it is entered where it stood. */
export function recordAct(ctx: Auditing, tx: Tx, walk: Listed, acted: Acted): void {
  const after = { ...snapshotOf(walk), ...acted, repeatsCalls: acted.repeatsCalls || null };
  recordChange(ctx, tx, { record: walkRecord, id: walk.instanceId, action: 'edit', after });
}
