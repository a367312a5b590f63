import type { Tx } from '#platform/db/database.ts';
import { writeBehind } from '#platform/db/transaction.ts';
import type { ValueChange } from '../../messaging/door.ts';
import { insertLinks, type NewLink } from './link.repository.ts';
import { linkBase, linkSlots, makeCodes, shorten } from './link.rules.ts';

/** Gives people of an iteration short addresses of their own, in the transaction that makes their messages. */
export const shortenLinks: ValueChange = async (ctx, tx, run, people) => {
  const base = linkBase(ctx.publicUrl());
  const slots = linkSlots(run.message.template.components, base);
  if (slots.length === 0 || !(await isWatched(tx, ctx.enterpriseId, run.runId))) return people;
  const codes = makeCodes(people.length * slots.length);
  const links: NewLink[] = [];
  const changed = people.map((person) => {
    const { messageId, address } = person;
    // Who has no address gets nothing, and needs no link.
    if (address === null || person.missing.length > 0) return person;
    const short = shorten(person.values, slots, base, () => codes.pop() as string);
    if (short.missing.length === 0) links.push(...short.links.map((link) => ({ ...link, messageId, address })));
    return { ...person, values: short.values, missing: short.missing };
  });
  if (links.length > 0) writeBehind(tx, insertLinks(tx, ctx.enterpriseId, run.runId, links));
  return changed;
};

async function isWatched(tx: Tx, enterpriseId: string, activityId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('activities')
    .select('plan')
    .where('enterpriseId', '=', enterpriseId)
    .where('activityId', '=', activityId)
    .executeTakeFirst();
  return row?.plan.tracking?.links === true;
}
