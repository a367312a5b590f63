import { endpoints, type FormItem } from '@parley/contract';
import { FormDocument } from '@parley/journey';
import type { Response } from 'light-my-request';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

const { forms } = endpoints;
export const formAt = (path: string, formId: string) => path.replace(':formId', formId);

type FieldGiven = { id: string; name: string; kind: string } & Record<string, unknown>;
type ScreenGiven = { id: string; title?: string; fields: FieldGiven[]; next?: object[] };

/** A form in English, in short: labels are the names of the fields unless they say otherwise. */
export const writeForm = (screens: ScreenGiven[], more: Record<string, unknown> = {}): FormDocument =>
  FormDocument.parse({
    format: 'parley.journey',
    formatVersion: 1,
    kind: 'form',
    id: '',
    name: 'Form',
    languages: ['en'],
    screens: screens.map(({ id, title = '', fields, next = [] }) => ({
      id,
      title: title === '' ? {} : { en: title },
      fields: fields.map((field) => ({ label: { en: field.name }, ...field })),
      next,
    })),
    ...more,
  });

/** A name, an age from 18, and below an income of 25,000 a guarantor; the card is sensitive. */
export const loanForm = (more: Record<string, unknown> = {}): FormDocument =>
  writeForm(
    [
      {
        id: 'screen01',
        title: 'You',
        fields: [
          { id: 'field001', name: 'fullName', kind: 'text', required: 'true' },
          { id: 'field002', name: 'age', kind: 'number', required: 'true', least: '18' },
        ],
      },
      {
        id: 'screen02',
        title: 'Work',
        fields: [
          { id: 'field003', name: 'income', kind: 'number', required: 'true' },
          { id: 'field004', name: 'guarantor', kind: 'text', required: 'true', visibleIf: 'income < 25000' },
          { id: 'field005', name: 'card', kind: 'text', isSensitive: true },
        ],
      },
    ],
    more,
  );

export function createFormScenes({ as, stranger }: TestApp) {
  const made = (answer: Response) => {
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    return answer.json().data as FormItem & { document: FormDocument };
  };
  const makeForm = async (admin: TestUser, name: string, document?: FormDocument) =>
    made(await as(admin).post(forms.save.path, { name, ...(document ? { document } : {}) }));
  const publishForm = async (admin: TestUser, { id, version }: { id: string; version: number }) =>
    made(await as(admin).post(formAt(forms.publish.path, id), { version }));
  const readForm = async (admin: TestUser, id: string) => made(await as(admin).get(formAt(forms.get.path, id)));
  /** A form that is published. */
  const makePublished = async (admin: TestUser, name: string, document: FormDocument) =>
    publishForm(admin, await makeForm(admin, name, document));
  const openFormPage = async (admin: TestUser, item: { id: string; version: number }) =>
    made(await as(admin).put(formAt(forms.page.path, item.id), { isOpen: true, version: item.version }));

  /** Somebody without an account at a page, in a browser without scripts. */
  function visitorOf(address: string) {
    const client = stranger();
    let at = new URL(address).pathname;
    const open = async (answer: Response): Promise<Response> => {
      if (answer.statusCode !== 303) return answer;
      at = String(answer.headers.location);
      return client.get(at);
    };
    return {
      get path() {
        return at;
      },
      open: () => client.get(at),
      send: async (screen: string, values: Record<string, string>, more: Record<string, string> = {}) =>
        open(
          await client.post(
            at,
            new URLSearchParams({
              screen,
              ...Object.fromEntries(Object.entries(values).map(([id, value]) => [`f.${id}`, value])),
              ...more,
            }).toString(),
            {
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
            },
          ),
        ),
      save: (field: string, value: unknown) => client.post(`${at}/field`, { field, value, state: '', lang: 'en' }),
    };
  }

  return { makeForm, publishForm, readForm, makePublished, openFormPage, visitorOf };
}
