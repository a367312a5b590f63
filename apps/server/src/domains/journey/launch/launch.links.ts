import { type EncapLink, fieldError, type LinkState, launchStates, pagesPath } from '@parley/contract';
import { changing, recordChange } from '#platform/audit/trail.ts';
import { makeCodes } from '#platform/codes.ts';
import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { addDays, startOfDay } from '#platform/zone/zone-days.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { readPlace } from '../../account/door.ts';
import { type Reading, readingOf, shownAddress, shownName } from '../../customer/door.ts';
import { makeUrlLinks } from '../../outreach/door.ts';
import { accessEncap } from '../encap/encap.query.ts';
import { encapRecord } from '../encap/encap.record.ts';
import { ensurePageChannels } from '../encap/encap.service.ts';
import { findRequest, insertRequest, lockRequest } from '../instance/request.repository.ts';
import { endLinks, findLink, insertLinks, type LinkRow, listLinks } from '../link/link.repository.ts';
import type { Sealing } from '../row/instance.seal.ts';
import { launchRecord } from './launch.record.ts';
import type { ListedLaunch } from './launch.repository.ts';
import { accessLaunch } from './launch.service.ts';

const dayMs = 86_400_000;
const mostShown = 200;
const linkNotFound = () => new DomainError('encap.link_not_found', 'No such link.', {});

/** A link as its reader may see it. */
export const presentLink = (row: LinkRow, eyes: Reading): EncapLink => ({
  id: row.linkId,
  kind: row.kind,
  number: shownAddress(row.phone, eyes),
  name: shownName(row.name, eyes),
  customerId: row.customerId ?? '',
  state: row.state,
  opens: row.opens,
  previews: row.previews,
  reminders: row.reminded,
  openedOn: row.openedAt?.toISOString() ?? '',
  begunOn: row.begunAt?.toISOString() ?? '',
  endedOn: row.endedAt?.toISOString() ?? '',
  expiresOn: row.expiresAt.toISOString(),
  instanceId: row.instanceId ?? '',
  madeOn: row.createdAt.toISOString(),
});

type Params = { encapId: string; instanceId: string };
type Asked = { state: LinkState | ''; search: string; from: number; perPage: number };
/** @throws DomainError encap.not_found or encap.launch_not_found */
export const readLinks = (
  ctx: Ctx,
  params: Params,
  { state, search, from, perPage }: Asked,
): Promise<{ links: EncapLink[]; more: boolean }> =>
  ctx.read(async (tx) => {
    const { launchId } = await accessLaunch(tx, ctx.enterpriseId, params);
    const eyes = readingOf(ctx.actor);
    const limit = perPage === -1 ? mostShown : perPage;
    const asked = { encapId: params.encapId, launchId, state, phone: search.replaceAll(/[^\d+]/g, ''), from: null, to: null };
    const rows = await listLinks(tx, ctx.enterpriseId, asked, { from, limit: limit + 1 });
    return { links: rows.slice(0, limit).map((row) => presentLink(row, eyes)), more: rows.length > limit };
  });

/** The end of a link that is made now: by the days and the day of its launch, else as its encap says. */
export function expiryOf(launch: Pick<ListedLaunch, 'expiryDays' | 'expiryDate'>, days: number, now: Date, zone: string): Date {
  const byDays = new Date(now.getTime() + (launch.expiryDays || days) * dayMs);
  if (launch.expiryDate === '') return byDays;
  const byDate = startOfDay(addDays(launch.expiryDate, 1), zone);
  return launch.expiryDays > 0 && byDays < byDate ? byDays : byDate;
}

type Person = { number: string; name: string; values: Record<string, string> };
type Made = { linkId: string; number: string; url: string; expiresOn: string };

/**
 * Makes links of people, each with values that nobody reads in the database. A call that is repeated with its key makes none, and answers the
 * same links.
 * @throws DomainError encap.launch_state where the launch goes no more, or encap.launch_open where it is for everybody
 */
export const makeLinks = (
  ctx: Ctx,
  secrets: Sealing,
  params: Params,
  { people, requestKey }: { people: readonly Person[]; requestKey: string },
): Promise<{ links: Made[] }> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const launch = await accessLaunch(tx, enterpriseId, params, { lock: true });
    const key = `links ${launch.launchId} ${requestKey.trim()}`;
    await lockRequest(tx, enterpriseId, key);
    const former = await findRequest(tx, enterpriseId, key);
    if (former)
      return {
        links: (former.result as { links: Omit<Made, 'number'>[]; numbers: string }).links.map(withNumbers(secrets, former.result)),
      };
    if (launch.mode !== 'API') throw new DomainError('encap.launch_open', 'This launch has one address for everybody.', {});
    if (launch.state !== launchStates.scheduled && launch.state !== launchStates.started)
      throw new DomainError('encap.launch_state', 'Start the launch first.', { state: launch.state });
    const encap = await accessEncap(tx, enterpriseId, params.encapId);
    const { timeZone } = await readPlace(tx, enterpriseId);
    const { production } = await ensurePageChannels(ctx, tx, encap);
    const now = ctx.now();
    const expiresAt = expiryOf(launch, encap.properties.expiryDays, now, timeZone);
    if (expiresAt <= now) throw new DomainError('encap.launch_expired', 'The last day of this launch is over.', {});
    const codes = makeCodes(people.length);
    const rows = people.map(({ number, name, values }, place) => ({
      ...{
        enterpriseId,
        linkId: idAt(now),
        launchId: launch.launchId,
        journeyId: params.encapId,
        number: launch.number,
        kind: 'person' as const,
      },
      ...{ code: codes[place] as string, phone: number, name: name.trim(), channelId: production, expiresAt, createdAt: now },
      entry: Object.keys(values).length === 0 ? '' : secrets.encrypt(JSON.stringify(values)),
    }));
    await changing(ctx, tx, launchRecord, launch.launchId, 'edit', () => insertLinks(tx, rows));
    const links = rows.map(({ linkId, code }) => ({
      linkId,
      url: `${ctx.publicUrl()}${pagesPath}${code}`,
      expiresOn: expiresAt.toISOString(),
    }));
    // Numbers are sealed there as well: requests are kept for a week, and are no part of a person's data.
    const numbers = secrets.encrypt(JSON.stringify(people.map(({ number }) => number)));
    await insertRequest(tx, { enterpriseId, requestKey: key, result: JSON.stringify({ links, numbers }), at: now });
    return { links: links.map((link, place) => ({ ...link, number: people[place]?.number ?? '' })) };
  });

const withNumbers = (secrets: Sealing, result: unknown) => {
  const numbers = JSON.parse(secrets.decrypt((result as { numbers: string }).numbers)) as string[];
  return (link: Omit<Made, 'number'>, place: number): Made => ({ ...link, number: numbers[place] ?? '' });
};

/** Closes one link; a walk that has begun goes on. @throws DomainError encap.link_not_found */
export const closeLink = (ctx: Ctx, { linkId, ...params }: Params & { linkId: string }): Promise<EncapLink> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const launch = await accessLaunch(tx, enterpriseId, params, { lock: true });
    const link = await findLink(tx, enterpriseId, linkId, { lock: true });
    if (link?.launchId !== launch.launchId) throw linkNotFound();
    await changing(ctx, tx, launchRecord, launch.launchId, 'edit', () =>
      endLinks(tx, enterpriseId, { linkIds: [linkId] }, { state: 'CLOSED', from: ['UNSENT', 'MADE', 'OPENED', 'BEGUN'], at: ctx.now() }),
    );
    const closed = await findLink(tx, enterpriseId, linkId);
    return presentLink(closed as LinkRow, readingOf(ctx.actor));
  });

/** Short addresses for whatever the caller sends beside its links; without an end they live as long as links of the encap. @throws DomainError encap.not_found or request.invalid */
export const shortenUrls = (
  ctx: Ctx,
  { campaignId, urls, expiresAt }: { campaignId: string; urls: readonly string[]; expiresAt: string },
): Promise<{ urls: { url: string; shortUrl: string }[] }> =>
  ctx.transaction(async (tx) => {
    const { properties, name } = await accessEncap(tx, ctx.enterpriseId, campaignId);
    const now = ctx.now();
    const end = expiresAt === '' ? new Date(now.getTime() + properties.expiryDays * dayMs) : new Date(expiresAt);
    if (end <= now) throw invalidRequest(fieldError('expiresAt', 'schedule.past'));
    recordChange(ctx, tx, { record: encapRecord, id: campaignId, action: 'edit', name, reason: `${urls.length} short addresses` });
    return { urls: await makeUrlLinks(ctx, tx, { ownerId: campaignId, urls, expiresAt: end }) };
  });

/** An address for a test in the sandbox; it lives a day, and is counted nowhere. @throws DomainError encap.not_published */
export const makeTestLink = (ctx: Ctx, encapId: string): Promise<{ url: string; expiresOn: string }> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const encap = await accessEncap(tx, enterpriseId, encapId);
    if (encap.published === 0) throw new DomainError('encap.not_published', 'Publish the encap first.', {});
    const now = ctx.now();
    const expiresAt = new Date(now.getTime() + dayMs);
    const [code = ''] = makeCodes(1);
    await changing(ctx, tx, encapRecord, encapId, 'test', async () => {
      const { sandbox } = await ensurePageChannels(ctx, tx, encap);
      await insertLinks(tx, [
        {
          ...{ enterpriseId, linkId: idAt(now), launchId: null, journeyId: encapId, number: encap.published, kind: 'test' as const, code },
          ...{ channelId: sandbox, expiresAt, createdAt: now },
        },
      ]);
    });
    return { url: `${ctx.publicUrl()}${pagesPath}${code}`, expiresOn: expiresAt.toISOString() };
  });

/** A link of one visitor of an address that everybody may open: with it their walk can be resumed. */
export async function addVisitor(
  ctx: EnterpriseContext,
  tx: Tx,
  { launch, channelId, expiresAt }: { launch: Pick<ListedLaunch, 'launchId' | 'journeyId' | 'number'>; channelId: string; expiresAt: Date },
): Promise<{ linkId: string; code: string }> {
  const now = ctx.now();
  const [code = ''] = makeCodes(1);
  const linkId = idAt(now);
  await insertLinks(tx, [
    {
      ...{ enterpriseId: ctx.enterpriseId, linkId, launchId: launch.launchId, journeyId: launch.journeyId, number: launch.number },
      ...{ kind: 'visitor' as const, code, channelId, expiresAt, createdAt: now, state: 'OPENED' as const, opens: 1, openedAt: now },
    },
  ]);
  return { linkId, code };
}
