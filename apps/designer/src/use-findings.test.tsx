import type { Finding } from '@parley/journey';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Saving } from './editor/saver.ts';
import { useDocument } from './editor/use-editor.ts';
import { draw, stubApi } from './test-draw.tsx';
import { makeStream, smallStream } from './test-stream.ts';
import type { TypedChannel } from './use-enterprise.ts';
import { useFindings } from './use-findings.ts';

const nobody = {};
const shop = new Map<string, TypedChannel>([
  ['c1', { name: 'Shop', type: 4, windowHours: 24, textLimit: 4096, isAttached: false }],
  ['c2', { name: 'Wholesale', type: 4, windowHours: 24, textLimit: 4096, isAttached: true }],
]);
const gone = (node: string): Finding => ({
  code: 'REF_GONE',
  level: 'error',
  node,
  exit: '',
  field: '',
  text: `It is gone: ${node}`,
  what: '',
  slots: {},
  way: [],
});
const told: Finding[] = [
  gone('ask00001'),
  gone('none0001'),
  { code: 'NO_START', level: 'error', node: '', exit: '', field: '', text: 'Of an older draft', what: '', slots: {}, way: [] },
];

function Found({ saving }: { saving: Saving }) {
  const findings = useFindings(useDocument(), nobody, shop, saving);
  return findings.map(({ code, node, text }) => <p key={`${code} ${node}`}>{text}</p>);
}

test('a reference to something gone is reported by the server, for the saved draft; every other fault is found at once', async () => {
  let asked = 0;
  const api = stubApi({
    check: async () => {
      asked += 1;
      return told;
    },
  });
  const { unmount } = draw(<Found saving={{ kind: 'waiting' }} />, smallStream(), { api });
  expect(asked).toBe(0);
  unmount();
  draw(<Found saving={{ kind: 'saved', at: '2026-01-05T09:00:00Z' }} />, smallStream(), { api });
  expect(await screen.findByText('It is gone: ask00001')).toBeTruthy();
  expect(asked).toBe(1);
  for (const text of ['It is gone: none0001', 'Of an older draft']) expect(screen.queryByText(text)).toBeNull();
});

test('the rules of a channel are known without asking: free text a day after the last message is at risk there', async () => {
  const later = makeStream({
    wait0001: { type: 'logic.wait', config: { until: { kind: 'duration', seconds: 86_400 } }, to: { next: 'text0001' } },
    text0001: { type: 'message.text', config: { text: { en: 'Still there?' } }, to: { next: 'end00001' } },
    end00001: { type: 'mark.end' },
  });
  const { unmount } = draw(<Found saving={{ kind: 'waiting' }} />, later);
  // The finding also covers a channel on which only a rule begins the stream.
  expect(await screen.findByText(/^On Wholesale, free text is refused 24 hours after/)).toBeTruthy();
  unmount();
  const settings = { ...later.settings, channels: [{ ref: 'channel' as const, id: 'c1', name: 'Shop' }] };
  draw(<Found saving={{ kind: 'waiting' }} />, { ...later, settings });
  expect(await screen.findByText(/^On Shop, Wholesale, free text is refused 24 hours after/)).toBeTruthy();
});
