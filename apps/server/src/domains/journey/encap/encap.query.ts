import { type EncapItem, type EncapMilestone, type EncapProperties, encapEditors, encapStates, type WholeEncap } from '@parley/contract';
import type { Document } from '@parley/journey';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { spanOf } from '#platform/zone/zone-days.ts';
import { type Ctx, can } from '../../../context.ts';
import { readPlace } from '../../account/door.ts';
import { accessJourney } from '../document/journey.access.ts';
import { countOpened } from '../link/link.repository.ts';
import { buttonsOf } from './encap.button.ts';
import { type EncapFilter, type EncapRow, findEncap, type ListedEncap, listEncaps } from './encap.repository.ts';
import { countMilestones, listFormsNamed, listLaunchNames } from './parts.repository.ts';

export const encapNotFound = () => new DomainError('encap.not_found', 'No such encap.', {});

/** @throws DomainError encap.not_found, for one in the bin, for a stream and for another enterprise's too */
export async function accessEncap(tx: Read, enterpriseId: string, encapId: string, options: { lock?: boolean } = {}): Promise<ListedEncap> {
  const row = await findEncap(tx, enterpriseId, encapId, options);
  if (!row) throw encapNotFound();
  return row;
}

export const stateOf = ({ retiredAt, journeyState }: Pick<ListedEncap, 'retiredAt' | 'journeyState'>): number =>
  retiredAt === null
    ? { DRAFT: encapStates.draft, PUBLISHED: encapStates.published, PAUSED: encapStates.paused }[journeyState]
    : encapStates.retired;

type Counts = { launches: number; opened: number; completed: number };
const noCounts: Counts = { launches: 0, opened: 0, completed: 0 };
const present = (row: ListedEncap, counts: Counts = noCounts): EncapItem => ({
  id: row.journeyId,
  name: row.name,
  state: stateOf(row),
  published: row.published,
  hasChanges: row.fingerprint !== row.publishedFingerprint,
  ...counts,
  updatedOn: row.updatedAt.toISOString(),
  updatedBy: row.updaterName ?? '',
  revision: row.revision,
  version: row.version,
});

const mostShown = 200;
type Asked = Pick<EncapFilter, 'name' | 'state' | 'from'> & { perPage: number; fromDate: string; toDate: string };
export const readEncaps = (ctx: Ctx, { perPage, fromDate, toDate, ...asked }: Asked): Promise<{ campaigns: EncapItem[]; more: boolean }> =>
  ctx.read(async (tx) => {
    const limit = perPage === -1 ? mostShown : perPage;
    const { timeZone } = await readPlace(tx, ctx.enterpriseId);
    const { from: since = null, until = null } = spanOf({ fromDate, toDate }, timeZone);
    const rows = await listEncaps(tx, ctx.enterpriseId, { ...asked, name: asked.name.trim(), since, until, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const counts = await countOpened(
      tx,
      ctx.enterpriseId,
      shown.map(({ journeyId }) => journeyId),
    );
    return { campaigns: shown.map((row) => present(row, counts.get(row.journeyId))), more: rows.length > limit };
  });

export async function readEncapItem(ctx: Ctx, tx: Read, encapId: string): Promise<EncapItem> {
  const row = await accessEncap(tx, ctx.enterpriseId, encapId);
  return present(row, (await countOpened(tx, ctx.enterpriseId, [encapId])).get(encapId));
}

/** Milestones of a draft, with the walks that have reached each. */
export async function milestonesOf(tx: Read, enterpriseId: string, { id, milestones }: Document): Promise<EncapMilestone[]> {
  const reached = await countMilestones(tx, enterpriseId, id);
  return milestones.map((one, place) => ({ id: one.id, name: one.name, order: place + 1, reached: reached.get(one.id) ?? 0 }));
}

/** @throws DomainError encap.not_found */
export async function readWholeEncap(ctx: Ctx, tx: Read, encapId: string): Promise<WholeEncap> {
  const { enterpriseId } = ctx;
  const row = await accessEncap(tx, enterpriseId, encapId);
  const { document } = await accessJourney(tx, enterpriseId, encapId);
  return {
    ...(await readEncapItem(ctx, tx, encapId)),
    properties: row.properties,
    logger: row.logger,
    forms: await listFormsNamed(tx, enterpriseId, encapId),
    milestones: await milestonesOf(tx, enterpriseId, document),
    instances: await listLaunchNames(tx, enterpriseId, encapId),
    buttons: buttonsOf(document),
    readOnly: !encapEditors.some((permission) => can(ctx.actor, permission)),
  };
}
export const getEncap = (ctx: Ctx, encapId: string): Promise<WholeEncap> => ctx.read((tx) => readWholeEncap(ctx, tx, encapId));

export const readProperties = (ctx: Ctx, encapId: string): Promise<EncapProperties & { version: number }> =>
  ctx.read(async (tx) => withVersion(await accessEncap(tx, ctx.enterpriseId, encapId), 'properties'));
export const readLogger = (ctx: Ctx, encapId: string): Promise<EncapRow['logger'] & { version: number }> =>
  ctx.read(async (tx) => withVersion(await accessEncap(tx, ctx.enterpriseId, encapId), 'logger'));
export const withVersion = <Part extends 'properties' | 'logger'>(row: EncapRow, part: Part): EncapRow[Part] & { version: number } => ({
  ...row[part],
  version: row.version,
});
