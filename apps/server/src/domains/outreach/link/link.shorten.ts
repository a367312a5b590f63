import { makeCodes } from '#platform/codes.ts';
import type { Tx } from '#platform/db/database.ts';
import { writeBehind } from '#platform/db/transaction.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { ValueChange } from '../../messaging/door.run.ts';
import type { RunMessage } from '../../messaging/door.talk.ts';
import { findPlan } from '../row/activity.repository.ts';
import { iterationOf } from '../row/runs.repository.ts';
import { insertLinks, type NewLink } from './link.repository.ts';
import { type LinkSlot, linkBase, linkSlots, type Shortened, shorten, someCode } from './link.rules.ts';

type Person = Parameters<ValueChange>[3][number];

/** Gives people of an iteration short addresses of their own, in the transaction that makes their messages. */
export const shortenLinks: ValueChange = async (ctx, tx, run, people) => {
  const watched = await watchedOf(ctx, tx, run);
  if (!watched) return people;
  const { slots, activityId } = watched;
  const base = linkBase(ctx.publicUrl());
  const codes = makeCodes(people.length * slots.length);
  const links: NewLink[] = [];
  const changed = people.map((person) => {
    const short = shortOf(person, slots, base, () => codes.pop() as string);
    const { messageId, address, contentNumber = null } = person;
    if (short && address !== null && short.missing.length === 0)
      links.push(...short.links.map((link) => ({ ...link, messageId, address, contentNumber })));
    return short ? { ...person, values: short.values, missing: short.missing } : person;
  });
  if (links.length > 0) writeBehind(tx, insertLinks(tx, ctx.enterpriseId, activityId, links));
  return changed;
};

/** The same with a code that leads nowhere: as long as it will be, and with what will be missing. */
export const foreseeLinks: ValueChange = async (ctx, tx, run, people) => {
  const watched = await watchedOf(ctx, tx, run);
  const base = linkBase(ctx.publicUrl());
  return people.map((person) => {
    const short = watched ? shortOf(person, watched.slots, base, () => someCode) : undefined;
    return short ? { ...person, values: short.values, missing: short.missing } : person;
  });
};

/** Leaves out people without an address: they get nothing, and need no link. */
const shortOf = (
  { address, missing, values }: Person,
  slots: readonly LinkSlot[],
  base: string,
  nextCode: () => string,
): Shortened | undefined => (address === null || missing.length > 0 ? undefined : shorten(values, slots, base, nextCode));

/** Finds the iteration of a message and the parts that become short addresses; undefined if it counts no links. */
async function watchedOf(
  ctx: EnterpriseContext,
  tx: Tx,
  { runId, message }: { runId: string; message: RunMessage },
): Promise<{ slots: LinkSlot[]; activityId: string } | undefined> {
  const slots = linkSlots(message.template.components, linkBase(ctx.publicUrl()));
  const activityId = slots.length === 0 ? undefined : await findWatched(tx, ctx.enterpriseId, runId);
  return activityId === undefined ? undefined : { slots, activityId };
}

/** The iteration whose run it is, where it counts who opens its links. */
async function findWatched(tx: Tx, enterpriseId: string, runId: string): Promise<string | undefined> {
  const of = await iterationOf(tx, enterpriseId, runId);
  if (!of) return undefined;
  const plan = await findPlan(tx, enterpriseId, of.activityId);
  return plan?.tracking?.links === true ? of.activityId : undefined;
}
