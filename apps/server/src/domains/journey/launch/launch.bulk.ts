import { encapStates, fieldError, launchStates, type PlanPage } from '@parley/contract';
import { makeCodes } from '#platform/codes.ts';
import type { Read } from '#platform/db/database.ts';
import { writeBehind } from '#platform/db/transaction.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { extend } from '../../../extensions.ts';
import { countRuns, type ValueChange, valueChanges } from '../../messaging/door.run.ts';
import { addressPage, findFallbackRun, iterationsOf, leadsToPages, type PageRoad, pageRoads } from '../../outreach/door.ts';
import { stateOf } from '../encap/encap.query.ts';
import { remindersJson, remindersOf } from '../encap/encap.reach.ts';
import { findEncap } from '../encap/encap.repository.ts';
import { ensurePageChannels } from '../encap/encap.service.ts';
import { isRehearsed } from '../journey/journey.versions.ts';
import { insertLinks, settleUnsent } from '../link/link.repository.ts';
import { findRehearsal } from '../publish/rule.repository.ts';
import { expiryOf } from './launch.links.ts';
import { findLaunch, insertLaunch, noteUnsent } from './launch.repository.ts';

/** The page of a plan as it is now: an approval covers its drawing, who may read it and how long. */
async function findPage(tx: Read, enterpriseId: string, { encapId, number: asked }: PlanPage) {
  const encap = await findEncap(tx, enterpriseId, encapId);
  if (!encap) return undefined;
  const number = asked === 0 ? encap.published : asked;
  const version = number === 0 ? undefined : await findRehearsal(tx, enterpriseId, encapId, number);
  if (number > 0 && !version) return undefined;
  const isOpen = stateOf(encap) === encapStates.published;
  const fault = !isOpen
    ? fieldError('page', 'page.closed')
    : version && !isRehearsed(version)
      ? fieldError('page', 'page.unrehearsed', { version: number })
      : undefined;
  const { login, expiryDays } = encap.properties;
  const reminders = remindersOf(encap.properties);
  const sealed = {
    encap: encapId,
    fingerprint: version?.fingerprint ?? '',
    login,
    expiryDays,
    ...(reminders ? { reminders: JSON.stringify(reminders) } : {}),
  };
  return { name: encap.name, number, sealed, fault };
}

/** Iterations of campaigns that lead to encaps: each is a launch with its own id. */
const encapPages: PageRoad = {
  find: findPage,
  async begin(ctx, tx, { activityId, name, page, environment, userId }) {
    const { enterpriseId } = ctx;
    const encap = await findEncap(tx, enterpriseId, page.encapId);
    if (!encap) throw new Error('An iteration has started that leads to no page.');
    const channels = await ensurePageChannels(ctx, tx, encap);
    await insertLaunch(tx, {
      ...{ enterpriseId, launchId: activityId, journeyId: page.encapId, name, mode: 'BULK', number: page.number },
      ...{ state: launchStates.started, channelId: channels[environment], createdBy: userId, createdAt: ctx.now() },
      reminders: remindersJson(encap.properties),
    });
  },
};

/** Gives recipients of an iteration a link of their own, in the transaction that makes their messages. */
const addressPages: ValueChange = async (ctx, tx, run, people) => {
  const { enterpriseId } = ctx;
  const publicUrl = ctx.publicUrl();
  if (!leadsToPages(run.message, publicUrl)) return people;
  const of = (await iterationsOf(tx, enterpriseId, [run.runId])).get(run.runId);
  const launch = of && (await findLaunch(tx, enterpriseId, of.activityId));
  // A value that somebody has typed may look like nobody's code: a plan without a page has no launch.
  if (!launch?.channelId) return people;
  const encap = await findEncap(tx, enterpriseId, launch.journeyId);
  const now = ctx.now();
  const expiresAt = expiryOf(launch, encap?.properties.expiryDays ?? 1, now, await ctx.readTimeZone(tx));
  const codes = makeCodes(people.length);
  const links: Parameters<typeof insertLinks>[1][number][] = [];
  const changed = people.map((person, place) => {
    const code = codes[place] as string;
    const { values, entry } = addressPage(person.values, publicUrl, code);
    const { messageId, address } = person;
    if (address !== null && person.missing.length === 0)
      links.push({
        ...{ enterpriseId, linkId: messageId, launchId: launch.launchId, journeyId: launch.journeyId, number: launch.number },
        ...{ kind: 'person', code, phone: address, channelId: launch.channelId as string, expiresAt, createdAt: now },
        entry: Object.keys(entry).length === 0 ? '' : ctx.encrypt(JSON.stringify(entry)),
      });
    return { ...person, values };
  });
  writeBehind(tx, insertLinks(tx, links));
  return changed;
};

/** Nothing is made, and addresses are as long as they will be. */
const foreseePages: ValueChange = (ctx, _tx, run, people) =>
  Promise.resolve(
    leadsToPages(run.message, ctx.publicUrl())
      ? people.map((person) => ({ ...person, values: addressPage(person.values, '', '').values }))
      : people,
  );

export const bulkExtensions = [
  extend(pageRoads, encapPages),
  extend(valueChanges, { source: 'CAMPAIGN', change: addressPages, foresee: foreseePages }),
];

/** Looks at the links of a launch again where messages of its iteration were skipped, failed or tried again since. */
export const followMessages = (ctx: EnterpriseContext, launchId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const launch = await findLaunch(tx, enterpriseId, launchId, { lock: true });
    if (launch?.mode !== 'BULK') return;
    const fallback = await findFallbackRun(tx, enterpriseId, launchId);
    const runIds = [launchId, ...(fallback === null ? [] : [fallback])];
    const counts = await countRuns(tx, enterpriseId, runIds);
    const unsent = [...counts.values()].reduce((sum, { skipped, failed }) => sum + skipped + failed, 0);
    if (unsent === launch.unsentSeen) return;
    await settleUnsent(tx, enterpriseId, launchId, runIds);
    await noteUnsent(tx, enterpriseId, launchId, unsent);
  });
