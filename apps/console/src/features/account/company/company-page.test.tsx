import type { CompanyGeneral } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, setFlags, stubServer, toastTexts } from '../../../test-screens.tsx';
import { stubUploads } from '../../../test-uploads.ts';
import { CompanyPage } from './company-page.tsx';

const path = '/e/enterprise/configuration/general';
const company: CompanyGeneral = {
  name: 'Acme Ltd',
  industry: '',
  address: '1 Main Road',
  city: 'Pune',
  state: '',
  pincode: '411001',
  country: 'IN',
  timeZone: 'Asia/Kolkata',
  contactName: '',
  contactEmail: '',
  contactPhone: '',
  taxId: '27AB',
  logo: '',
  currency: 'INR',
};
let stored: CompanyGeneral;
let version: number;
const answer = () => good({ general: stored, version, logoUrl: stored.logo === '' ? '' : `/stored/${stored.logo}` });
const server = stubServer(() => {
  stored = company;
  version = 1;
  return {
    [`GET ${path}`]: answer,
    [`POST ${path}`]: ({ body }) => {
      stored = (body as { general: CompanyGeneral }).general;
      version += 1;
      return answer();
    },
    'GET /e/enterprise/timezones': () => good({ timezones: ['UTC', 'Asia/Kolkata'], now: '2026-01-06T15:05:00.000Z' }),
    'GET /e/enterprise/country_codes': () => good({ countries: [{ code: 'IN', name: 'India', dialCode: '+91' }] }),
    'GET /e/enterprise/users/me': () => refused('login.failed', 'Not asked here.'),
  };
});
const uploads = stubUploads();
const open = (permissions = ['ENTERPRISE.VIEW', 'ENTERPRISE.EDIT']) =>
  openScreens('/admin/details', (root) => [screenAt(root, '/admin/details', CompanyPage)], { ...sampleMe, permissions });
const picture = (name: string) => new File(['bytes'], name);
const preview = () => within(screen.getByRole('figure', { name: 'Preview of the head of an invoice' }));

test('screens 1.4 a logo is uploaded, shown on the head of an invoice, saved and removed', async () => {
  uploads.answer = () => ({ ...good(null), response: { id: idOf(9), url: '/fresh/logo', name: 'logo.webp', type: 'image/webp', size: 5 } });
  open();
  await screen.findByText('Add a logo');
  expect(preview().queryByRole('img')).toBeNull();
  expect(['Acme Ltd', '1 Main Road', '411001 Pune', 'Tax id: 27AB'].map((line) => preview().getByText(line).textContent)).toHaveLength(4);
  const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
  expect(input?.accept).toBe('.png,.jpg,.jpeg,.webp');
  await userEvent.upload(input as HTMLInputElement, picture('logo.webp'));
  expect((await preview().findByRole<HTMLImageElement>('img', { name: 'Logo of Acme Ltd' })).getAttribute('src')).toBe('/fresh/logo');
  expect(uploads.sent).toEqual([{ path: '/e/enterprise/configuration/logo', fields: { file: ['logo.webp'] } }]);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toContain('The company information is saved.'));
  expect(server.bodyOf(`POST ${path}`)).toMatchObject({ general: { logo: idOf(9), currency: 'INR' }, version: 1 });
  await userEvent.click(screen.getByRole('button', { name: 'Remove the logo' }));
  expect(preview().queryByRole('img')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.bodyOf(`POST ${path}`)).toMatchObject({ general: { logo: '' }, version: 2 }));
});

test('screens 1.4 the reason of a refused logo is shown, and the logo stays as it was', async () => {
  uploads.answer = () => refused('company.logo_unfit', 'The logo must be a PNG, JPEG or WebP picture.');
  open();
  await screen.findByText('Add a logo');
  const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
  await userEvent.upload(input as HTMLInputElement, picture('page.png'));
  await waitFor(() => expect(toastTexts()).toContain('The logo must be a PNG, JPEG or WebP picture.'));
  expect(preview().queryByRole('img')).toBeNull();
});

test('FORMAT-015 FORMAT-017 FORMAT-018 the name and the phone number of a company are checked before anything is sent', async () => {
  open();
  const fill = async (label: string, text: string) => {
    await userEvent.clear(await screen.findByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), text);
  };
  await fill('Name', ' Acme');
  await fill('Phone of the contact', '12345');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Leave out blanks at the start and the end, and double ones.')).toBeTruthy();
  expect(screen.getByText('Enter ten digits, or a number that begins with + and the code of its country.')).toBeTruthy();
  await fill('Name', 'Acme  Ltd');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Leave out blanks at the start and the end, and double ones.')).toBeTruthy();
  expect(server.countOf(`POST ${path}`)).toBe(0);
  await fill('Name', 'Acme Ltd');
  await fill('Phone of the contact', '+91 98200 12345');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.bodyOf(`POST ${path}`)).toMatchObject({ general: { contactPhone: '+91 98200 12345' } }));
});

test('screens 1.4 the currency is chosen of two', async () => {
  open();
  await userEvent.click(await screen.findByRole('combobox', { name: 'Currency' }));
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['INR', 'USD']);
  await userEvent.click(screen.getByRole('option', { name: 'USD' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.bodyOf(`POST ${path}`)).toMatchObject({ general: { currency: 'USD' } }));
});

test('screens 1.4 the currency is the wallet’s and read-only with billing', async () => {
  await setFlags({ billing: true });
  open();
  const currency = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Currency' });
  expect([currency.value, currency.readOnly]).toEqual(['INR', true]);
  expect(screen.queryByRole('combobox', { name: 'Currency' })).toBeNull();
});

test('screens 1.4 a user who may only look is offered no logo to change', async () => {
  open(['ENTERPRISE.VIEW']);
  expect(await screen.findByRole('figure', { name: 'Preview of the head of an invoice' })).toBeTruthy();
  expect(document.querySelector('input[type=file]')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
