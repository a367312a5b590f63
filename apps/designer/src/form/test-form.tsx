import { MantineProvider } from '@mantine/core';
import { emptyForm, type FormDocument } from '@parley/journey';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { FromPage, ToPage } from '../frame/page-link.ts';
import type { FormApi, SavedForm } from './form-api.ts';
import { FormSession } from './form-session.tsx';

export const at = '2026-01-05T09:00:00Z';
export const blank = (): FormDocument => emptyForm('form', 'Loan', 'en', 'screen01');

/** The designer of a form on a server in memory, and the page around it. */
export async function openForm(document = blank(), { api = {}, readOnly = false }: { api?: Partial<FormApi>; readOnly?: boolean } = {}) {
  const server = { document, version: 1, published: 0, saves: 0 };
  const item = (): SavedForm => ({ version: server.version, published: server.published, hasChanges: true, savedAt: at });
  const whole: FormApi = {
    form: async () => ({ ...item(), document: server.document, readOnly }),
    async save(next) {
      Object.assign(server, { document: next, version: server.version + 1, saves: server.saves + 1 });
      return item();
    },
    saveCopy: async ({ name }) => `${name} (2)`,
    check: async () => [],
    async publish() {
      Object.assign(server, { published: server.published + 1, version: server.version + 1 });
      return { ...item(), hasChanges: false };
    },
    versions: async () => [],
    version: async () => document,
    refs: async () => [],
    renew: async () => undefined,
    ...api,
  };
  let hear: (message: FromPage) => void = () => undefined;
  const told: ToPage[] = [];
  const page = {
    tell: (message: ToPage) => void told.push(message),
    listen(listener: typeof hear) {
      hear = listener;
      return () => undefined;
    },
  };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <FormSession api={whole} formId="form" screenId={null} owner={null} page={page} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('region', { name: 'Page' });
  await screen.findByRole('heading', { name: /^(Screen|The form|Question)$/ });
  return { server, told, say: (message: FromPage) => act(async () => hear(message)) };
}

/** Types a line and presses Enter. */
export function typeLine(text: string): void {
  const field = screen.getByRole('textbox', { name: 'Add a question' });
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: 'Enter' });
}
