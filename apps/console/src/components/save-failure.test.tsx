import { ApiError } from '@parley/client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { formatReportDate } from '../lib/format.ts';
import { draw } from '../test-draw.tsx';
import { SaveFailure } from './save-failure.tsx';

const changedAt = '2024-01-05T10:00:00.000Z';
const changed = new ApiError('record.changed', 'Somebody was quicker', 409, { changedBy: 'Ada', changedAt });
const faulty = new ApiError('request.invalid', 'Not saved', 400, {
  errors: [
    { field: 'name', code: 'test.fault', values: {}, message: 'Too long' },
    { field: 'note', code: 'test.fault', values: {}, message: 'Too long' },
    { field: 'code', code: 'test.fault', values: {}, message: 'Taken' },
  ],
});

test('the user who saved first is named, with a way to load what they saved', async () => {
  const handleReload = vi.fn();
  draw(<SaveFailure error={changed} onReload={handleReload} />);
  expect(screen.getByRole('alert').textContent).toContain(`Changed by Ada at ${formatReportDate(changedAt)}`);
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(handleReload).toHaveBeenCalledOnce();
});

test('any other refusal shows its message and each fault once', () => {
  draw(<SaveFailure error={faulty} />);
  expect(screen.getByRole('alert').textContent).toContain('Not saved');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Too long', 'Taken']);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a form may name the lines itself', () => {
  draw(<SaveFailure error={faulty} lines={['CHAT.HANDLE']} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['CHAT.HANDLE']);
});
