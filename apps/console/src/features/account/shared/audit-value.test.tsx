import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { AuditValue } from './audit-value.tsx';

test('a set of named values is a line each, one that was taken away is empty, and a long one is shown by its beginning', () => {
  const value = { city: 'Pune', plan: null, note: { text: 'Once upon', length: 900, sha256: 'ab' } };
  draw(<AuditValue value={value} isHidden={false} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'city: Pune',
    'plan: (empty)',
    'note: Once upon …',
  ]);
});
