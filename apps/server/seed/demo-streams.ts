import { examples } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../src/context.ts';
import { addPublished } from '../src/domains/journey/door.ts';
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
