import { expect, type Page } from '@playwright/test';

const en = (text: string) => ({ en: text });
const nodes = [
  { id: 'name0001', type: 'input.text', name: 'Name', config: { text: en('Your name?'), asking: { variable: 'caller' } } },
  { id: 'mile0001', type: 'mark.milestone', name: 'Told', config: { milestone: 'told0001' } },
  { id: 'end00001', type: 'mark.end', name: 'Done', config: { outcome: 'told' } },
];
const edges = [
  ['name0001', 'ok', 'mile0001'],
  ['mile0001', 'next', 'end00001'],
] as const;

/** Draws, rehearses and publishes an encap that asks for a name, as its designer does by calls. */
export async function publishEncap(page: Page, headers: Record<string, string>, id: string): Promise<void> {
  const call = async (method: 'POST' | 'GET' | 'PUT', path: string, data?: object) => {
    const answer = await page.request.fetch(`/e/enterprise/journey/${id}${path}`, { method, headers, ...(data ? { data } : {}) });
    const envelope = (await answer.json()) as { code: string; data: Record<string, unknown> };
    expect(envelope, path).toMatchObject({ code: '100' });
    return envelope.data;
  };
  const { revision } = await call('GET', '/draft');
  const saved = await call('POST', '/edits', {
    baseRevision: revision,
    operations: [
      { kind: 'setVariables', variables: [{ name: 'caller', type: 'Text' }] },
      { kind: 'setMilestones', milestones: [{ id: 'told0001', name: 'Name told' }] },
      ...nodes.map((node, place) => ({ kind: 'addNode', node, at: [place * 340, 0] })),
      ...edges.map(([from, exit, to]) => ({ kind: 'addEdge', edge: { from, exit, to } })),
      { kind: 'setStart', start: 'name0001' },
    ],
  });
  await call('PUT', '/tests/talk0001', {
    test: {
      id: 'talk0001',
      name: 'A name',
      turns: [{ kind: 'say', text: 'Asha' }],
      expect: [{ kind: 'node', after: 1, node: 'end00001' }],
    },
  });
  await call('POST', '/publish', { revision: saved.revision });
}
