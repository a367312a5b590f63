import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import type { Quoted } from '../../../bill.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Addressee } from './audience.ts';
import { resolveValues, toOutgoing } from './content.ts';
import { type ContentValues, planContents, type RunContent, type Undecided } from './contents.ts';
import type { SendRun } from './run.repository.ts';
import { type Decided, type Draft, decide, enterLedger, type Road, toPricedLine, unitsOf } from './send.ts';
import { foreseeValues, type Resolved } from './values.ts';

type Person = Omit<Addressee, 'columns'> & Resolved;
/** What each person would get of one content. @property foreseen as long as it will be. @property units what its price would be for */
type Filled = { values: readonly Person[]; foreseen: readonly Person[]; units: readonly number[] };

/**
 * Writes the rows of people who may get any of several contents: with the values of each, paid at the price of the dearest. Whoever lacks a
 * value of one of them is left out, so that all contents are for the same people.
 * @returns the drafts, and for how many of them a content is planned
 */
export async function freezeContents(
  ctx: EnterpriseContext,
  tx: Tx,
  run: SendRun & { contents: readonly RunContent[] },
  road: Road,
  addressees: readonly Addressee[],
): Promise<{ drafts: Draft[]; planned: number }> {
  const now = ctx.now();
  const people = addressees.map((addressee) => ({ ...addressee, messageId: idAt(now) }));
  const filled: Filled[] = [];
  for (const { message } of run.contents) {
    const values = people.map(({ columns, ...person }): Person => ({ ...person, ...resolveValues(message, columns) }));
    const foreseen = await foreseeValues(ctx, tx, { ...run, message }, values);
    filled.push({ values, foreseen, units: foreseen.map((one) => unitsOf(road.channel.type, () => toOutgoing(message, one.values))) });
  }
  const drafts = people.map(
    ({ columns: _columns, ...person }, place): Draft => ({
      ...person,
      road,
      number: run.frozenUpTo + place + 1,
      content: null,
      units: Math.max(...filled.map(({ units }) => units[place] as number)),
      missing: [...new Set(filled.flatMap(({ foreseen }) => foreseen[place]?.missing ?? []))],
    }),
  );
  const decided = await decide(ctx, tx, drafts);
  const places = decided.flatMap(({ reason }, place) => (reason === undefined ? [place] : []));
  const priced = await priceEach(ctx, tx, decided, places, filled);
  const plan = planContents(run.runId, run.plannedContents, places.length, run.contents.length);
  const undecided = new Map(
    places.map((place, index): [number, Undecided] => [
      place,
      { planned: plan[index] as number, contents: priced[index] as ContentValues[] },
    ]),
  );
  enterLedger(
    ctx,
    tx,
    decided.map((one, place) => ({ ...one, draft: { ...one.draft, content: undecided.get(place) ?? {} } })),
  );
  return { drafts, planned: places.length };
}

/** What each content costs for the people at these places: what was paid is the price of as many units as the dearest has. */
async function priceEach(
  { bill, enterpriseId, now }: EnterpriseContext,
  tx: Tx,
  decided: readonly Decided[],
  places: readonly number[],
  filled: readonly Filled[],
): Promise<ContentValues[][]> {
  const isFree = decided[0]?.draft.road.channel.environment === 'sandbox';
  const cheaper = isFree
    ? []
    : places.flatMap((place) => {
        const { draft } = decided[place] as Decided;
        return filled.flatMap(({ units }) =>
          units[place] === draft.units ? [] : [toPricedLine(draft.road, { address: draft.address, units: units[place] as number })],
        );
      });
  const quoted: Quoted[] = cheaper.length === 0 ? [] : [...(await bill.quote(tx, { enterpriseId, at: now() }, cheaper))];
  return places.map((place) => {
    const { draft, cost, rateId } = decided[place] as Decided;
    return filled.map(({ values, units }): ContentValues => {
      const own = units[place] as number;
      const price = isFree || own === draft.units ? { price: cost, rateId } : (quoted.shift() as Quoted);
      return { values: values[place]?.values ?? {}, units: own, cost: price.price, rateId: price.rateId };
    });
  });
}
