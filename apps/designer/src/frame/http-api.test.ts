import { emptyDocument } from '@parley/journey';
import { expect, test, vi } from 'vitest';
import { FormatError } from '../api.ts';
import { makeHttpApi } from './http-api.ts';

/** A server whose draft is this document. */
function serve(document: object) {
  const answer = { status: true, message: '', code: 'ok', data: { revision: 1, document } };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } }));
  return makeHttpApi('access-1', 'j1');
}

test('a draft is taken as the server has read it; one of a newer release says so', async () => {
  const document = emptyDocument('j1', 'Loan', 'en');
  expect((await serve(document).draft()).document).toEqual(document);
  const newer = [
    { ...document, formatVersion: document.formatVersion + 1 },
    { ...document, format: 'other' },
    { ...document, nodes: [{ id: 'n1', type: 'message.hologram', config: {} }] },
  ];
  for (const given of newer) {
    const refusal = await serve(given)
      .draft()
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(FormatError);
    expect(refusal).toMatchObject({ message: 'This stream was saved by a newer release. Load the page anew.' });
  }
});
