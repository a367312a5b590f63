import { readDocument, readForm, type TestCase } from '@parley/journey';
import type { Ctx } from '../../../context.ts';
import { rehearseAll } from '../rehearsal/journey.rehearsal.ts';

type PackedItem = { path: string; kind: string; name: string; content: object };
type Played = { stream: string; name: string; passes: boolean; text: string };

/** Plays the conversations that were packed with streams; streams and forms name each other by their paths. */
export async function playPacked(ctx: Pick<Ctx, 'confined'>, items: readonly PackedItem[]): Promise<Played[]> {
  const documentOf = ({ content }: PackedItem) => (content as { document?: object }).document;
  const inside = items.flatMap((item) => {
    if (item.kind !== 'stream' && item.kind !== 'encap') return [];
    const kind = item.kind === 'encap' ? 'encap' : 'journey';
    const read = readDocument({ ...documentOf(item), id: item.path, name: item.name.slice(0, 120), kind });
    return 'document' in read ? [{ item, document: read.document }] : [];
  });
  const forms = items.flatMap((item) => {
    if (item.kind !== 'form') return [];
    const read = readForm({ ...documentOf(item), id: item.path, name: item.name.slice(0, 60) });
    return 'form' in read ? [[item.path, read.form] as [string, typeof read.form]] : [];
  });
  const played: Played[] = [];
  for (const { item, document } of inside) {
    const tests = ((item.content as { tests?: TestCase[] }).tests ?? []).map((test) => ({ testId: test.id, test }));
    if (tests.length === 0) continue;
    const others = inside.filter((one) => one.item !== item).map((one): [string, typeof document] => [one.item.path, one.document]);
    const hours = { calendars: {}, own: null };
    const result = await rehearseAll(ctx, { document, inside: others, forms, hours, tests });
    for (const { name, isPassed, failures } of result.tests)
      played.push({ stream: item.name, name, passes: isPassed, text: failures[0]?.found ?? '' });
  }
  return played;
}
