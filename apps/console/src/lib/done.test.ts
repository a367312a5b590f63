import { afterEach, expect, test } from 'vitest';
import { sayDone } from './done.ts';
import { setLanguage } from './i18n.ts';

afterEach(() => setLanguage('en'));

test('what was done is said as the server says it in English, and by what it was in another language', async () => {
  expect(sayDone('The bucket is deleted; its attachments stay.', 'deleted')).toBe('The bucket is deleted; its attachments stay.');
  await setLanguage('hi');
  expect(sayDone('The bucket is deleted; its attachments stay.', 'deleted')).toBe('हटा दिया गया।');
  expect(sayDone('Submitted: the vendor decides.', 'submitted')).toBe('भेज दिया गया: अब वेंडर तय करेगा।');
});
