import { afterEach, expect, test } from 'vitest';
import { sayDone } from './done.ts';
import { setLanguage } from './i18n.ts';

afterEach(() => setLanguage('en'));

test('a success message has the server’s words in English, and words for its kind in another language', async () => {
  expect(sayDone('The bucket is deleted; its attachments stay.', 'deleted')).toBe('The bucket is deleted; its attachments stay.');
  await setLanguage('hi');
  expect(sayDone('The bucket is deleted; its attachments stay.', 'deleted')).toBe('हटा दिया गया।');
  expect(sayDone('Submitted: the vendor decides.', 'submitted')).toBe('भेज दिया गया: अब वेंडर तय करेगा।');
});
