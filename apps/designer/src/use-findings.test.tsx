import type { Finding } from '@parley/journey';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Saving } from './editor/saver.ts';
import { useDocument } from './editor/use-editor.ts';
import { draw, stubApi } from './test-draw.tsx';
import { smallStream } from './test-stream.ts';
import { useFindings } from './use-findings.ts';

const nobody = {};
const nowhere = new Map<string, number>();
const gone = (node: string): Finding => ({ code: 'REF_GONE', level: 'error', node, exit: '', field: '', text: `It is gone: ${node}` });
const told: Finding[] = [
  gone('ask00001'),
  gone('none0001'),
  { code: 'NO_START', level: 'error', node: '', exit: '', field: '', text: 'Of an older draft' },
];

function Found({ saving }: { saving: Saving }) {
  const findings = useFindings(useDocument(), nobody, nowhere, saving);
  return findings.map(({ code, node, text }) => <p key={`${code} ${node}`}>{text}</p>);
}

test('what names something that is gone is told by the server, for the draft as it was saved; everything else is found at once', async () => {
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
