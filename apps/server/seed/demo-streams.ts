import { examples } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx, EnterpriseContext } from '../src/context.ts';
import { addEncap, addPublished, startLaunch } from '../src/domains/journey/door.ts';
import { newId } from '../src/platform/ids.ts';

/** The word that starts each example on the phones of the sandbox. */
const words: Readonly<Record<string, string>> = { appointment: 'appointment', returns: 'return', nps: 'survey', loan: 'loan' };

/** The example streams with their saved conversations, published and begun by a word on the demo's WhatsApp. */
export async function seedDemoStreams(ctx: EnterpriseContext, tx: Tx, channelId: string): Promise<void> {
  for (const { id, name, description, document, tests } of examples) {
    const journeyId = newId();
    const entry = { channelId, kind: 'keyword', word: words[id] ?? id } as const;
    await addPublished(ctx, tx, { name, description, folder: 'Examples', document: { ...document, id: journeyId }, tests }, entry);
  }
}

/** The survey as an encap: a page of its own, with a launch whose link anybody may open. */
export async function seedDemoEncap(ctx: Ctx, tx: Tx): Promise<void> {
  const survey = examples.find(({ id }) => id === 'nps');
  if (!survey) return;
  const journeyId = newId();
  const name = 'Survey at the counter';
  const document = { ...survey.document, kind: 'encap' as const, id: journeyId, name };
  await addPublished(ctx, tx, { name, description: survey.description, folder: '', document, tests: survey.tests });
  await addEncap(tx, ctx.enterpriseId, journeyId);
  const config = { name: 'Till receipts', mode: 'LINK', number: 0, expiryDays: 0, expiryDate: '', scheduledOn: '' } as const;
  // One transaction makes the whole enterprise.
  const within: Ctx = { ...ctx, transaction: (work) => work(tx), read: (work) => work(tx) };
  await startLaunch(within, { campaignId: journeyId, instanceId: '', config, requestKey: '' });
}
