import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { Recipient } from '../gate/gate.facts.ts';
import type { Columns } from '../run/content.ts';
import type { SendRun } from '../run/run.repository.ts';

/** @property timeZones where the recipient may live, IANA, for quiet hours of the run's own; none: as the enterprise */
export type Addressee = Recipient & { columns: Columns; timeZones?: readonly string[] | undefined };
/** A part of an audience in its order; `next` is null behind the last. */
export type AudiencePage = { addressees: Addressee[]; next: string | null };
export type AudienceSource = (
  ctx: EnterpriseContext,
  tx: Tx,
  run: SendRun,
  page: { cursor: string; limit: number; channelType: number; columns: readonly string[] },
) => Promise<AudiencePage>;

/** Extension point: reads the audience of a run by its source. The ledger knows none of the senders to many. */
export const audiences = defineExtensionPoint<{ source: SendRun['source']; read: AudienceSource }>('sending.audience');

export function audienceOf({ extensions }: EnterpriseContext, source: SendRun['source']): AudienceSource {
  const found = extensions.of(audiences).find((audience) => audience.source === source);
  if (!found) throw new Error(`Nobody provides the audience of ${source}.`);
  return found.read;
}
