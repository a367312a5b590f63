import type { JourneyFinding, JourneyRefKind } from '@parley/contract';
import { type CheckFacts, type Document, refsOf } from '@parley/journey';
import { defineConfined } from '#platform/confined/confined.task.ts';
import type { Read } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { readKnownHours } from '../../account/door.ts';
import { listAttributes } from '../../customer/door.ts';
import { accessJourney } from '../document/journey.access.ts';
import { calendarsOf, pinInside, streamsIn } from '../document/journey.compiled.ts';
import { findRefs } from '../reference/ref.repository.ts';
import { findAttachedChannels } from '../reference/use.repository.ts';
import { readRehearsing, rehearseAll } from '../rehearsal/journey.rehearsal.ts';
import { findPublishedKept } from './check.repository.ts';
import type { Checking } from './journey.check.run.ts';
import { findCosts } from './journey.cost.ts';
import { findUntested } from './journey.untested.ts';

const mega = 1024 * 1024;

const check = defineConfined<Checking, JourneyFinding[]>({
  module: new URL('./journey.check.run.ts', import.meta.url),
  subject: 'The check of the stream',
  largestInputBytes: 16 * mega,
  largestOutputBytes: 16 * mega,
});

type CustomerField = CheckFacts['customer'][string];
const text: CustomerField = { type: 'Text' };

/** Fields of customers that every enterprise has, as expressions name them. */
const ownFields: Readonly<Record<string, CustomerField>> = {
  name: text,
  phone: text,
  email: text,
  language: text,
  country: text,
  zone: text,
};

/** Lists the fields of a customer that an expression may name: own fields, and attributes by their field name. */
export async function customerFields(tx: Read, enterpriseId: string): Promise<Record<string, CustomerField>> {
  const attributes = await listAttributes(tx, enterpriseId);
  return { ...ownFields, ...Object.fromEntries(attributes.map(({ fieldName }) => [fieldName, { type: 'Any' as const }])) };
}

/** Reads, for each stream inside of a document, the streams inside of it as they were published last, at any depth. */
async function readInside(tx: Read, enterpriseId: string, document: Document): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  let open = streamsIn(document);
  while (open.length > 0) {
    const rows = await findPublishedKept(tx, enterpriseId, open);
    for (const id of open) found.set(id, []);
    for (const row of rows) found.set(row.journeyId, streamsIn(row.document));
    open = [...new Set(rows.flatMap((row) => streamsIn(row.document)))].filter((id) => !found.has(id));
  }
  return found;
}

/** Reads the facts of the enterprise for a check. */
export async function readChecking(tx: Read, enterpriseId: string, journeyId: string, document: Document): Promise<Checking> {
  const refs: Checking['refs'] = [];
  const attached = await findAttachedChannels(tx, enterpriseId, journeyId);
  const all = [...refsOf(document), ...attached.map(({ id }) => ({ ref: 'channel', id }))];
  for (const [kind, named] of Map.groupBy(all, ({ ref }) => ref as JourneyRefKind)) {
    const ids = named.map(({ id }) => id);
    refs.push([kind, await findRefs(tx, enterpriseId, kind, { search: '', ids, within: '', limit: ids.length })]);
  }
  const inside = await readInside(tx, enterpriseId, document);
  const named = calendarsOf([document]).filter((one) => typeof one === 'object' && one !== null);
  const { names = {} } = (await readKnownHours(tx, enterpriseId, named))(null);
  const customer = await customerFields(tx, enterpriseId);
  return { document, refs, attached, inside: [...inside], customer, calendars: Object.keys(names) };
}

/** Finds the faults of a document in a process of its own. @throws DomainError input.too_costly */
export const checkStream = (ctx: Pick<Ctx, 'confined'>, checking: Checking): Promise<JourneyFinding[]> => ctx.confined.run(check, checking);

/** Checks a draft. Saved conversations of a stream with errors are not reported, as none plays it. */
export async function checkDraft(
  ctx: Ctx,
  journeyId: string,
): Promise<{ revision: number; fingerprint: string; findings: JourneyFinding[] }> {
  const { enterpriseId } = ctx;
  const { row, checking, rehearsing, costs } = await ctx.read(async (tx) => {
    const row = await accessJourney(tx, enterpriseId, journeyId);
    const { document } = row;
    return {
      row,
      checking: await readChecking(tx, enterpriseId, journeyId, document),
      rehearsing: await readRehearsing(tx, enterpriseId, journeyId, { document, pinned: await pinInside(tx, enterpriseId, document) }),
      costs: await findCosts(ctx, tx, journeyId, document),
    };
  });
  const findings = await checkStream(ctx, checking);
  const isPlayed = !findings.some(({ level }) => level === 'error');
  const untested = isPlayed ? findUntested(await rehearseAll(ctx, rehearsing), findings) : [];
  return { revision: row.revision, fingerprint: row.fingerprint, findings: [...findings, ...untested, ...costs] };
}
