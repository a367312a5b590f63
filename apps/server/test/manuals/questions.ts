import type { Manual } from './manual.ts';

const folder = new URL('.', import.meta.url).pathname;

/** Manuals that were written for the project; the bench asks these questions, and a test does. */
export const ownManuals: Manual[] = [
  {
    name: 'oven (HTML)',
    files: [`${folder}oven.html`],
    questions: [
      ['how wide must the cupboard be?', /560 mm/],
      ['who may connect the oven to the electricity?', /qualified electrician/],
      ['what fuse does it need', /16 A/],
      ['what do I have to do before I use the oven for the first time?', /250 °C for one hour/],
      ['which programme is best for drying herbs?', /Gentle/],
      ['what is the highest temperature of the grill', /280 °C/],
      ['how do I switch the child lock on?', /four seconds/],
      ['how can I remove the door glass', /red clips/],
      ['which lamp do I need as a replacement?', /25 W/],
      ['what does E4 mean?', /door is not closed/],
      ['how long is the guarantee of the oven?', /five years/],
      ['what can I use to clean the inside?', /washing-up liquid/],
      ['how long can the timer run at most?', /180 minutes/],
      ['fat is burning in the oven, what now?', /Switch the oven off/],
    ],
  },
  {
    name: 'library (HTML, Hindi)',
    files: [`${folder}library.html`],
    questions: [
      ['विद्यार्थियों के लिए सदस्यता शुल्क कितना है?', /100 रुपये/],
      ['मैं पुस्तकालय का सदस्य कैसे बन सकता हूँ?', /पहचान पत्र/],
      ['मेरा कार्ड खो गया है, नया कैसे मिलेगा?', /50 रुपये/],
      ['शनिवार को वाचनालय कब खुलता है?', /सुबह 9/],
      ['एक बार में कितनी पुस्तकें ले सकते हैं?', /छह पुस्तकें/],
      ['पत्रिकाएँ कितने दिन के लिए मिलती हैं?', /सात दिन/],
      ['देर से लौटाने पर कितना जुर्माना लगता है?', /2 रुपये/],
      ['किताब खो जाने पर क्या करना होगा?', /दुगुना/],
      ['कंप्यूटर कहाँ हैं?', /पहली मंज़िल/],
      ['मुख्य पुस्तकालयाध्यक्ष कौन हैं?', /मीरा जोशी/],
      ['पुस्तकालय कहाँ है?', /स्टेशन रोड/],
      ['अवधि कितनी बार बढ़ाई जा सकती है?', /दो बार/],
    ],
  },
];

/** Questions that none of the manuals answers. */
export const foreignQuestions = [
  'who won the football world cup in 2018?',
  'how do I bake a sourdough bread?',
  'what is the capital of Mongolia?',
  'when does the next train to Munich leave?',
  'can I bring my dog into the restaurant?',
  'how much does a flight to Mumbai cost?',
  'what are the symptoms of the flu?',
  'how tall is Mount Everest?',
  'do you deliver pizza after midnight?',
  'which vitamins are in an orange?',
  'where can I renew my passport?',
  'what is the interest rate of a savings account?',
  'how many players are in a cricket team?',
  'who painted the Mona Lisa?',
  'how do I change a bicycle tyre?',
  'what time does the swimming pool open?',
  'कल दिल्ली में मौसम कैसा रहेगा?',
  'भारत के प्रधानमंत्री कौन हैं?',
  'ट्रेन का टिकट कैसे रद्द करें?',
  'सोने का भाव क्या है?',
];
