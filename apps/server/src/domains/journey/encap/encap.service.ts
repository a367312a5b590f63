import { type EncapItem, EncapLogger, EncapProperties, type WholeEncap } from '@parley/contract';
import { emptyDocument } from '@parley/journey';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { ensurePageChannel } from '../../channel/door.ts';
import { accessJourney } from '../document/journey.access.ts';
import { deleteJourney } from '../editor/journey.bin.ts';
import { freeName, insertJourney } from '../journey/journey.service.ts';
import { accessEncap, readEncapItem, readWholeEncap, withVersion } from './encap.query.ts';
import { assertReach } from './encap.reach.ts';
import { encapRecord } from './encap.record.ts';
import { type EncapRow, insertEncap, type ListedEncap, updateEncap } from './encap.repository.ts';
import { countGoingLaunches } from './parts.repository.ts';

/** Makes an encap: an empty one, or a copy with its page (CAMP-025). @throws DomainError encap.not_found or journey.name_taken */
export const createEncap = (ctx: Ctx, asked: { name: string; language: string; copyOf: string }): Promise<WholeEncap> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const copied = asked.copyOf === '' ? undefined : await accessEncap(tx, enterpriseId, asked.copyOf);
    const id = newId();
    const name = copied ? await freeName(tx, enterpriseId, asked.name) : asked.name.trim();
    const document = copied ? (await accessJourney(tx, enterpriseId, copied.journeyId)).document : emptyDocument(id, name, asked.language);
    await creating(
      ctx,
      tx,
      encapRecord,
      () => id,
      async () => {
        await insertJourney(ctx, tx, { name, description: '', folder: '', document: { ...document, kind: 'encap', id, name }, tests: [] });
        await addEncap(tx, enterpriseId, id, copied);
      },
    );
    return readWholeEncap(ctx, tx, id);
  });

/** Makes an encap of a stream that was written just now. @param like one whose page it gets */
export const addEncap = (tx: Tx, enterpriseId: string, journeyId: string, like?: Pick<EncapRow, 'properties' | 'logger'>): Promise<void> =>
  insertEncap(tx, {
    enterpriseId,
    journeyId,
    properties: JSON.stringify(like?.properties ?? EncapProperties.parse({})),
    logger: JSON.stringify(like?.logger ?? EncapLogger.parse({})),
  });

/** Changes one part of an encap that nobody else has changed since. @throws DomainError encap.not_found or record.changed */
async function change<T>(
  ctx: Ctx,
  encapId: string,
  version: number,
  { write, read }: { write: (tx: Tx, row: ListedEncap) => Promise<void>; read: (tx: Tx) => Promise<T> },
): Promise<T> {
  return ctx.transaction(async (tx) => {
    const row = await accessEncap(tx, ctx.enterpriseId, encapId, { lock: true });
    await assertVersion(ctx, tx, encapRecord, { id: encapId, version: row.version }, version);
    await changing(ctx, tx, encapRecord, encapId, 'edit', () => write(tx, row));
    return read(tx);
  });
}

/** The page is so at once, whatever version somebody walks through (CAMP-030). @throws DomainError request.invalid for a way to people that cannot be used */
export const saveProperties = (
  ctx: Ctx,
  encapId: string,
  { version, ...properties }: EncapProperties & { version: number },
): Promise<EncapProperties & { version: number }> =>
  change(ctx, encapId, version, {
    async write(tx, row) {
      await assertReach(ctx, tx, properties, row.properties);
      await updateEncap(tx, ctx.enterpriseId, encapId, { properties: JSON.stringify(properties) });
      if (row.published > 0) await ensurePageChannels(ctx, tx, { ...row, properties });
    },
    read: async (tx) => withVersion(await accessEncap(tx, ctx.enterpriseId, encapId), 'properties'),
  });

export const saveLogger = (
  ctx: Ctx,
  encapId: string,
  { version, ...logger }: EncapLogger & { version: number },
): Promise<EncapLogger & { version: number }> =>
  change(ctx, encapId, version, {
    write: (tx) => updateEncap(tx, ctx.enterpriseId, encapId, { logger: JSON.stringify(logger) }),
    read: async (tx) => withVersion(await accessEncap(tx, ctx.enterpriseId, encapId), 'logger'),
  });

/** Links of a retired encap say that it is over; who is inside may finish. */
export const retireEncap = (
  ctx: Ctx,
  encapId: string,
  { isRetired, version }: { isRetired: boolean; version: number },
): Promise<EncapItem> =>
  change(ctx, encapId, version, {
    write: (tx) => updateEncap(tx, ctx.enterpriseId, encapId, { retiredAt: isRetired ? ctx.now() : null }),
    read: (tx) => readEncapItem(ctx, tx, encapId),
  });

/** Channels of the page in both environments; the department of the page is theirs. @throws DomainError department.not_found by the channel's own check */
export async function ensurePageChannels(
  ctx: Pick<Ctx, 'enterpriseId'>,
  tx: Tx,
  { journeyId, name, properties }: Pick<ListedEncap, 'journeyId' | 'name' | 'properties'>,
): Promise<Record<'production' | 'sandbox', string>> {
  const page = { of: journeyId, name, deptId: properties.departmentId };
  return {
    production: await ensurePageChannel(tx, ctx.enterpriseId, { ...page, environment: 'production' }),
    sandbox: await ensurePageChannel(tx, ctx.enterpriseId, { ...page, environment: 'sandbox' }),
  };
}

/** Moves an encap to the bin (CAMP-027). @throws DomainError encap.not_found, encap.in_use or journey.in_use */
export async function deleteEncap(ctx: Ctx, encapId: string): Promise<void> {
  await ctx.read(async (tx) => {
    const { name } = await accessEncap(tx, ctx.enterpriseId, encapId);
    const launches = await countGoingLaunches(tx, ctx.enterpriseId, encapId);
    if (launches > 0)
      throw new DomainError(
        'encap.in_use',
        `${name} has ${launches} ${launches === 1 ? 'launch' : 'launches'}. Stop ${launches === 1 ? 'it' : 'them'} first.`,
        {
          launches,
        },
      );
  });
  await deleteJourney(ctx, encapId, false);
}
