import { MantineProvider } from '@mantine/core';
import type { Document } from '@parley/journey';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { DesignerApi } from './api.ts';
import { Editor } from './editor/editor.ts';
import { EditorContext } from './editor/use-editor.ts';
import { ApiContext } from './frame/api-context.ts';
import { type Shell, ShellContext } from './shell-context.ts';

export const stubApi = (changes: Partial<DesignerApi> = {}): DesignerApi => ({
  draft: async () => {
    throw new Error('no draft');
  },
  edit: async (base) => ({ revision: base + 1, at: '2026-01-05T09:00:00Z' }),
  lease: async () => ({ holderId: 'u1', holderName: 'Asha', isMine: true, until: '' }),
  release: async () => undefined,
  renew: async () => undefined,
  check: async () => [],
  refs: async () => [],
  inside: async () => ({ streams: [], forms: [], hours: { calendars: {}, own: null } }),
  tests: async () => [],
  saveTest: async () => undefined,
  removeTest: async () => undefined,
  versions: async () => [],
  version: async () => {
    throw new Error('no version');
  },
  drawn: async () => {
    throw new Error('no version');
  },
  ...changes,
});

/** Draws a part with what stands round every part of the designer, and without motion. */
export function draw(
  part: ReactNode,
  document: Document,
  { api = stubApi(), shell = {} }: { api?: DesignerApi; shell?: Partial<Shell> } = {},
) {
  const editor = new Editor(document);
  const around: Shell = {
    findings: [],
    customer: {},
    announce: vi.fn(),
    goTo: vi.fn(),
    setPanel: vi.fn(),
    askAdd: vi.fn(),
    askConnect: vi.fn(),
    readInside: async () => ({ inside: new Map(), forms: new Map(), hours: { calendars: {}, own: null } }),
    ...shell,
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const drawn = render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <ApiContext value={api}>
          <EditorContext value={editor}>
            <ShellContext value={around}>{part}</ShellContext>
          </EditorContext>
        </ApiContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...drawn, editor, shell: around };
}
