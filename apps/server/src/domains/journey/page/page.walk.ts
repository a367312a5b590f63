import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EncapProperties, type LinkState, launchStates, type WidgetThread } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type Inbound, openStreamChat, readVisitorThread } from '../../chat/door.ts';
import { ensureCustomers, maskNumber } from '../../customer/door.ts';
import { findEncap, type ListedEncap } from '../encap/encap.repository.ts';
import { findOpenFilling } from '../filling/filling.repository.ts';
import { hasInputs } from '../inbox/input.repository.ts';
import { addVisitor, expiryOf } from '../launch/launch.links.ts';
import { findLaunch, type ListedLaunch } from '../launch/launch.repository.ts';
import { countOpening, endLinks, findLink, type LinkRow, updateLink } from '../link/link.repository.ts';
import type { CodeRow } from '../page-proof/proof.repository.ts';
import { findOpenCode } from '../page-proof/proof.service.ts';
import { nextReminder } from '../reminder/reminder.rules.ts';
import type { Sealing } from '../row/instance.seal.ts';
import { listSeated } from '../start/begun.repository.ts';
import { beginInstance } from '../start/instance.start.ts';

/** The address of a person on the channel of a page: two devices with one link are one person, one chat and one walk. */
export const addressOfCode = (code: string): string => createHash('sha256').update(code).digest('hex');

/** A page before it is drawn. @property link undefined: the address that everybody may open, before anybody has begun */
export type WalkPage = {
  encap: ListedEncap;
  launch: ListedLaunch | undefined;
  link: LinkRow | undefined;
  /** Reason for which nothing can be done here; '' where something can */
  refusal: '' | 'linkExpired' | 'linkClosed' | 'notYet' | 'walkPaused';
  thread: WidgetThread | undefined;
  /** The walk has not taken its last input yet */
  isAwaited: boolean;
  /** The form that the walk waits for */
  filling: { fillingId: string; code: string } | undefined;
  /** Codes that were sent and may still be tried: of the login, and of a number that is to get the address */
  codes: { login: CodeRow | undefined; later: CodeRow | undefined };
};

export type WalkOf = { ctx: EnterpriseContext; launchId: string | null; linkId: string | null; code: string };
/** A page as it is answered. @property said words beside the address with which somebody goes on later */
export type Shown = { page: WalkPage; notice?: string; status?: number; said?: { words: string; isFault: boolean } };

const openStates: readonly LinkState[] = ['UNSENT', 'MADE', 'OPENED', 'BEGUN', 'HANDED_OVER'];
const isBegun = (link: LinkRow | undefined): boolean => link?.instanceId != null;

/** People who are inside may finish, whatever becomes of the launch; others are told why they cannot begin. */
function refusalOf({ encap, launch, link }: Pick<WalkPage, 'encap' | 'launch' | 'link'>, now: Date): WalkPage['refusal'] {
  if (link && (link.state === 'EXPIRED' || (openStates.includes(link.state) && link.state !== 'HANDED_OVER' && link.expiresAt <= now)))
    return 'linkExpired';
  if (link?.state === 'CLOSED') return 'linkClosed';
  if (isBegun(link)) return '';
  if (encap.retiredAt !== null) return 'linkClosed';
  if (encap.journeyState !== 'PUBLISHED') return 'walkPaused';
  if (link?.kind === 'test') return '';
  if (!launch || launch.state === launchStates.stopped) return 'linkClosed';
  if (launch.state === launchStates.paused) return 'walkPaused';
  const isDue =
    launch.state === launchStates.started ||
    (launch.state === launchStates.scheduled && launch.scheduledOn !== null && launch.scheduledOn <= now);
  return isDue ? '' : 'notYet';
}

type Whose = { launchId: string | null; linkId: string | null };

/** @returns undefined where its encap or launch lies in the bin */
async function readPage(ctx: EnterpriseContext, tx: Tx, { launchId, linkId }: Whose, { lock = false } = {}): Promise<WalkPage | undefined> {
  const { enterpriseId } = ctx;
  const before = linkId === null ? undefined : await findLink(tx, enterpriseId, linkId, { lock });
  // Asked before the rest: what the walk has taken by now, its link and its thread show.
  const isAwaited = before?.instanceId != null && (await hasInputs(tx, enterpriseId, before.instanceId));
  const link = before?.instanceId != null ? await findLink(tx, enterpriseId, before.linkId) : before;
  if (linkId !== null && !link) return undefined;
  const launch = launchId === null ? undefined : await findLaunch(tx, enterpriseId, launchId);
  const encapId = link?.journeyId ?? launch?.journeyId;
  const encap = encapId === undefined ? undefined : await findEncap(tx, enterpriseId, encapId);
  if (!encap || (link?.kind !== 'test' && !launch && !isBegun(link))) return undefined;
  const page = { encap, launch, link };
  const customerId = link?.customerId ?? null;
  const thread = link && customerId !== null ? await readVisitorThread(ctx, tx, { channelId: link.channelId, customerId }) : undefined;
  const filling = link?.instanceId ? await findOpenFilling(tx, enterpriseId, link.instanceId) : undefined;
  const codes = {
    login: link && encap.properties.login === 'code' ? await findOpenCode(ctx, tx, link.linkId, 'login') : undefined,
    later: link && encap.properties.laterTemplateId !== '' ? await findOpenCode(ctx, tx, link.linkId, 'later') : undefined,
  };
  return { ...page, refusal: refusalOf(page, ctx.now()), thread, isAwaited, filling, codes };
}

const looksMs = [40, 80, 160, 320, 640, 1280];

/** The page as it stands. Where the walk has something to answer, that is waited for a little, so that a page without script shows it. */
export async function viewWalk(ctx: EnterpriseContext, whose: Whose, { waits = false } = {}): Promise<WalkPage | undefined> {
  const look = () => ctx.transaction((tx) => readPage(ctx, tx, whose));
  let page = await look();
  for (const ms of looksMs) {
    if (!waits || !page?.isAwaited) return page;
    await sleep(ms);
    page = await look();
  }
  return page;
}

/** Counts an opening; a link whose time is over is noted as such. */
export const noteOpening = (ctx: EnterpriseContext, { link, launch, refusal }: WalkPage, isPerson: boolean): Promise<void> =>
  ctx.transaction(async (tx) => {
    if (!link) return;
    const { linkId } = link;
    if (refusal === 'linkExpired')
      await endLinks(
        tx,
        ctx.enterpriseId,
        { linkIds: [linkId] },
        { state: 'EXPIRED', from: ['UNSENT', 'MADE', 'OPENED', 'BEGUN'], at: ctx.now() },
      );
    else await countOpening(tx, ctx.enterpriseId, linkId, { isPerson, at: ctx.now(), remindAt: remindAtOf(launch, link, ctx.now()) });
  });

/** The time at which somebody who leaves the page now is looked at for a reminder; null: nobody can be reached, or is to be. */
export const remindAtOf = (launch: ListedLaunch | undefined, link: Remindable, last: Date): Date | null =>
  link.phone === '' && link.reach === ''
    ? null
    : nextReminder({ reminders: launch?.reminders ?? null, reminded: link.reminded, expiresAt: link.expiresAt, last });
type Remindable = Pick<LinkRow, 'phone' | 'reach' | 'reminded' | 'expiresAt'>;

const expiryDaysOf = ({ properties }: { properties: EncapProperties }): number => properties.expiryDays;

export type Begun = { code: string } | { refused: WalkPage['refusal'] | 'before' };

/**
 * Begins the walk of a link, once: a link that has begun answers itself. Whoever opens the address for everybody gets a link of their own.
 * Somebody who is inside already, by another link, goes on there.
 * @param number that the person has given; '' where the page asks for none
 */
export function beginWalk(
  ctx: EnterpriseContext,
  secrets: Sealing,
  whose: Whose & { code: string },
  number: string,
  channelOf: ChannelOf,
): Promise<Begun | undefined> {
  return ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const page = await readPage(ctx, tx, whose, { lock: true });
    if (!page) return undefined;
    if (page.refusal !== '') return { refused: page.refusal };
    if (isBegun(page.link)) return { code: whose.code };
    let { link } = page;
    let { code } = whose;
    if (!link) {
      const made = await makeVisitor(ctx, tx, page, channelOf);
      if (!made) return { refused: 'linkExpired' };
      link = (await findLink(tx, enterpriseId, made.linkId, { lock: true })) as LinkRow;
      ({ code } = made);
    }
    const outcome = await enter(ctx, tx, secrets, { link, launch: page.launch, code, number });
    return outcome === 'before' ? { refused: 'before' } : { code };
  });
}

type ChannelOf = (tx: Tx, encap: ListedEncap) => Promise<string>;
/** @returns undefined where the launch is over */
async function makeVisitor(ctx: EnterpriseContext, tx: Tx, { encap, launch }: WalkPage, channelOf: ChannelOf) {
  if (!launch) return undefined;
  const expiresAt = expiryOf(launch, expiryDaysOf(encap), ctx.now(), await ctx.readTimeZone(tx));
  if (expiresAt <= ctx.now()) return undefined;
  return addVisitor(ctx, tx, { launch, channelId: await channelOf(tx, encap), expiresAt });
}

/** A page of their own for somebody who has to prove a number before they begin. @returns undefined where nobody may begin */
export const openVisitor = (
  ctx: EnterpriseContext,
  whose: Whose,
  channelOf: ChannelOf,
): Promise<{ linkId: string; code: string } | undefined> =>
  ctx.transaction(async (tx) => {
    const page = await readPage(ctx, tx, whose);
    return page?.refusal === '' ? makeVisitor(ctx, tx, page, channelOf) : undefined;
  });

type Entering = { link: LinkRow; launch: ListedLaunch | undefined; code: string; number: string };

async function enter(
  ctx: EnterpriseContext,
  tx: Tx,
  secrets: Sealing,
  { link, launch, code, number }: Entering,
): Promise<'begun' | 'before'> {
  const { enterpriseId } = ctx;
  const { linkId, channelId, journeyId } = link;
  const now = ctx.now();
  const address = addressOfCode(code);
  const people = new Map(link.phone === '' && link.name === '' ? [] : [[address, { name: link.name, number: link.phone }] as const]);
  const customers = await ensureCustomers(tx, enterpriseId, channelId, [address], now, people);
  const customerId = customers.get(address)?.customerId as string;
  const chat = await openStreamChat(ctx, tx, { channelId, customerId, address });
  const values = link.entry === '' ? {} : (JSON.parse(secrets.decrypt(link.entry)) as Record<string, string>);
  const stream = { journeyId, version: link.number, channelId };
  // A number that a stranger types at an address for everybody proves nothing: it is told to the walk, and finds nobody's conversation.
  const told = link.phone === '' && number !== '' ? { number } : {};
  const entry = { ...values, ...told, kind: 'page', word: '', text: '', channel: channelId, lost: [] };
  const begun = await beginInstance(ctx, tx, stream, {
    customerId,
    address: chat.address,
    chatId: chat.chatId,
    entryId: null,
    entry,
    said: null,
  });
  const inside =
    'refused' in begun && begun.refused === 'INSIDE'
      ? [...(await listSeated(tx, enterpriseId, journeyId, [{ customerId, entryKey: '' }])).values()][0]
      : undefined;
  const instanceId = 'instanceId' in begun ? begun.instanceId : inside;
  const seen = { openedAt: link.openedAt ?? now, opens: Math.max(1, link.opens) };
  if (instanceId === undefined) {
    await updateLink(tx, enterpriseId, linkId, { ...seen, customerId, state: 'ENDED', endedAt: now, entry: '' });
    return 'before';
  }
  const remindAt = remindAtOf(launch, link, now);
  await updateLink(tx, enterpriseId, linkId, { ...seen, customerId, instanceId, state: 'BEGUN', begunAt: now, entry: '', remindAt });
  return 'begun';
}

export type SaidOnPage = { text: string; payload: string; attachment: Parameters<Inbound['add']>[0]['attachment']; key: string };

/** Takes what a person writes or presses on a page, once for its key. */
export async function sayOnPage(ctx: EnterpriseContext, inbound: Inbound, link: LinkRow, code: string, said: SaidOnPage): Promise<void> {
  await inbound.add({
    enterpriseId: ctx.enterpriseId,
    channelId: link.channelId,
    entry: 'queue',
    address: addressOfCode(code),
    visit: {},
    key: said.key === '' ? newId() : said.key,
    text: said.text,
    attachment: said.attachment,
    ...(said.payload === '' ? {} : { detail: { kind: 'reply', payload: said.payload } }),
  });
}

/** The end of a number, for whoever is asked for it. */
export const hintOf = (number: string): string => maskNumber(number);
