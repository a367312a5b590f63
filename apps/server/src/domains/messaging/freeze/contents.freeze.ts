import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import type { Quoted } from '../../../bill.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { resolveValues, toOutgoing } from '../run/content.ts';
import { type ContentValues, planContents, type RunContent, type Undecided } from '../run/contents.ts';
import type { SendRun } from '../run/run.repository.ts';
import { foreseeValues, type Resolved } from '../run/values.ts';
import { type Decided, type Draft, decide, enterLedger, type Measured, measure, type Road, toPricedLine } from '../sending/send.ts';
import type { Addressee } from './audience.ts';

type Person = Omit<Addressee, 'columns'> & Resolved;
/** Each person's values of one content. @property foreseen as long as it will be. @property measured what its price would be for */
type Filled = { values: readonly Person[]; foreseen: readonly Person[]; measured: readonly Measured[] };

/**
 * Writes the rows of people who may get any of several contents: with the values of each, paid at the price of the dearest. People who lack
 * a value of one of them are left out, so that all contents are for the same people.
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
    const values = people.map(({ columns, ...person }): Person => ({ ...person, ...resolveValues(message, columns, road.channel.type) }));
    const foreseen = await foreseeValues(ctx, tx, { ...run, message }, values);
    const measured = foreseen.map((one) => measure(road.channel.type, () => toOutgoing(message, one.values)));
    filled.push({ values, foreseen, measured });
  }
  const drafts = people.map(
    ({ columns: _columns, ...person }, place): Draft => ({
      ...person,
      road,
      number: run.frozenUpTo + place + 1,
      content: null,
      units: Math.max(...filled.map(({ measured }) => (measured[place] as Measured).units)),
      isTooLong: filled.some(({ measured }) => (measured[place] as Measured).isTooLong),
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

/** Prices each content for the people at these places: the amount paid is the price for the units of the dearest content. */
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
        return filled.flatMap(({ measured }) => {
          const { units } = measured[place] as Measured;
          return units === draft.units ? [] : [toPricedLine(draft.road, { address: draft.address, units })];
        });
      });
  const quoted: Quoted[] = cheaper.length === 0 ? [] : [...(await bill.quote(tx, { enterpriseId, at: now() }, cheaper))];
  return places.map((place) => {
    const { draft, cost, rateId } = decided[place] as Decided;
    return filled.map(({ values, measured }): ContentValues => {
      const own = (measured[place] as Measured).units;
      const price = isFree || own === draft.units ? { price: cost, rateId } : (quoted.shift() as Quoted);
      return { values: values[place]?.values ?? {}, units: own, cost: price.price, rateId: price.rateId };
    });
  });
}
