import { defineWords } from '../../../lib/words.ts';

export const templatePhoneSay = defineWords('template-phone', {
  en: { look: 'Look of the phone', light: 'Light', dark: 'Dark' },
  hi: { look: 'फ़ोन का रूप', light: 'हल्का', dark: 'गहरा' },
});
