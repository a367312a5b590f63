import { defineWords } from '../../../lib/words.ts';

/** Words of the parts in this folder that several screens of a bot place. */
export const sharedSay = defineWords('bot-shared', {
  en: {
    bar: 'Configuration',
    select: 'Select Configuration',
    none: 'None chosen',
    update: 'Update',
    listFailed: 'The configurations could not be loaded: {{reason}}',
    intent: 'Intent',
    chooseIntent: 'Choose an intent',
    noIntent: 'No intent of this name',
    period: 'Period',
    days_one: 'Last day',
    days_other: 'Last {{count}} days',
  },
  hi: {
    bar: 'कॉन्फ़िगरेशन',
    select: 'कॉन्फ़िगरेशन चुनें',
    none: 'कोई नहीं चुना',
    update: 'अपडेट करें',
    listFailed: 'कॉन्फ़िगरेशन लोड नहीं हो सके: {{reason}}',
    intent: 'इरादा',
    chooseIntent: 'इरादा चुनें',
    noIntent: 'इस नाम का कोई इरादा नहीं',
    period: 'अवधि',
    days_one: 'पिछला दिन',
    days_other: 'पिछले {{count}} दिन',
  },
});
