import type { JourneyRefKind } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { accessJourney } from '../document/journey.access.ts';
import { type FoundRef, findRefs } from './ref.repository.ts';
import { findAttachedChannels } from './use.repository.ts';

type Asked = { kind: JourneyRefKind; search: string; within: string };
export const listRefs = (ctx: Ctx, journeyId: string, { kind, search, within }: Asked): Promise<{ refs: FoundRef[] }> =>
  ctx.read(async (tx) => {
    await accessJourney(tx, ctx.enterpriseId, journeyId);
    const found = await findRefs(tx, ctx.enterpriseId, kind, { search: search.trim(), ids: undefined, within, limit: 50 });
    // A stream is not inside of itself.
    if (kind === 'stream') return { refs: found.filter(({ id }) => id !== journeyId) };
    if (kind !== 'channel') return { refs: found };
    const attached = new Set((await findAttachedChannels(tx, ctx.enterpriseId, journeyId)).map(({ id }) => id));
    return { refs: found.map(({ extra, ...row }) => ({ ...row, extra: { ...extra, isAttached: attached.has(row.id) } })) };
  });
