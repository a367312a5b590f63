import type { MessageSource } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Columns } from './content.ts';
import type { Recipient } from './gate.facts.ts';
import type { SendRun } from './run.repository.ts';

export type Addressee = Recipient & { columns: Columns };
/** A part of an audience in its order; `next` is null behind the last. */
export type AudiencePage = { addressees: Addressee[]; next: string | null };
export type AudienceSource = (
  ctx: EnterpriseContext,
  tx: Tx,
  run: SendRun,
  page: { cursor: string; limit: number; channelType: number; columns: readonly string[] },
) => Promise<AudiencePage>;

const sources = new Map<MessageSource, AudienceSource>();
/** For modules that send to many: the ledger knows none of them. */
export const provideAudience = (source: SendRun['source'], read: AudienceSource): void => void sources.set(source, read);

export function audienceOf(source: SendRun['source']): AudienceSource {
  const found = sources.get(source);
  if (!found) throw new Error(`Nobody provides the audience of ${source}.`);
  return found;
}
