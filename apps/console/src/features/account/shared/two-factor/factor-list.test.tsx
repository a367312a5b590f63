import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw } from '../../../../test-draw.tsx';
import { good, idOf, stubServer } from '../../../../test-screens.tsx';
import { FactorList } from './factor-list.tsx';
import { FactorSetup } from './factor-setup.tsx';

const own = '/e/enterprise/users/twoFactorAuth';
const createdAt = '2026-01-01T09:00:00.000Z';
const passkey = { id: idOf(5), type: 4, name: 'Phone', createdAt, lastUsedAt: null };
const server = stubServer(() => ({
  'GET /e/enterprise/users/me/twoFactorAuth': () => good({ factors: [passkey], recoveryLeft: 8, isRequired: false, hasPassword: true }),
  [`PUT ${own}/passkey/${idOf(5)}`]: () => good(null),
  [`PUT ${own}/totp`]: () => good({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Parley?secret=ABCDEFGH' }),
  [`POST ${own}/totp`]: () => good({ token: '' }),
}));

test('a passkey is given another name, which is not empty', async () => {
  draw(<FactorList />);
  await userEvent.click(await screen.findByRole('button', { name: 'Rename Passkey: Phone' }));
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name of the passkey' });
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await userEvent.clear(name);
  expect(save.disabled).toBe(true);
  await userEvent.type(name, 'Laptop{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodyOf(`PUT ${own}/passkey/${idOf(5)}`)).toEqual({ name: 'Laptop' });
});

test('an app counts once its first code is checked; without a code nothing is asked', async () => {
  let isAdded = false;
  draw(
    <FactorSetup
      held={[]}
      needsRecovery={false}
      onDone={() => {
        isAdded = true;
      }}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: /^Authenticator app/ }));
  const code = await screen.findByRole('textbox', { name: '6-digit code' });
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(screen.getByText('This field is mandatory.')).toBeTruthy();
  await vi.waitFor(() => expect(document.activeElement).toBe(code));
  await userEvent.type(code, '123456{Enter}');
  await waitFor(() => expect(isAdded).toBe(true));
  expect(server.bodyOf(`POST ${own}/totp`)).toEqual({ code: '123456' });
});
