import { ApiError } from '@parley/client';
import { setLanguage } from '@parley/ui/i18n';
import { expect, test } from 'vitest';
import { inOwnWords } from './refusal.ts';

test('a refusal is said in the language of its reader, with its values; one without words stays as the server said it', async () => {
  const full = new ApiError('journey.tests_full', 'A stream has at most 100 saved conversations.', 409, { maximum: 100 });
  expect(inOwnWords(full)).toBe(full);
  await setLanguage('hi');
  expect(inOwnWords(full)).toMatchObject({
    message: 'एक स्ट्रीम में अधिकतम 100 सहेजी गई बातचीत होती हैं।',
    code: 'journey.tests_full',
    httpStatus: 409,
  });
  const other = new ApiError('customer.duplicate', 'There is one already.', 409, {});
  expect(inOwnWords(other).message).toBe('There is one already.');
});
