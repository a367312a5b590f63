/** Words that a WhatsApp flow shows by itself, for whoever fills the form in. */
export type FlowTexts = {
  next: string;
  send: string;
  back: string;
  yes: string;
  no: string;
  agree: string;
  /** Label of a field whose own words are too long for one and stand above it */
  answer: string;
  timeHint: string;
  /** Stands where the flow cannot ask */
  later: string;
  finish: string;
  finishText: string;
  problem: string;
  /** Error beneath a field; the whole reason is told at the foot of the screen */
  checkThis: string;
};

const en: FlowTexts = {
  next: 'Continue',
  send: 'Send',
  back: 'Back',
  yes: 'Yes',
  no: 'No',
  agree: 'I agree',
  answer: 'Your answer',
  timeHint: 'Such as 14:30',
  later: 'We will send you a link for this: {{what}}',
  finish: 'Ready to send',
  finishText: 'Everything is filled in.',
  problem: 'Please look at this again.',
  checkThis: 'Please check this.',
};

const hi: FlowTexts = {
  next: 'आगे बढ़ें',
  send: 'भेजें',
  back: 'पीछे',
  yes: 'हाँ',
  no: 'नहीं',
  agree: 'मैं सहमत हूँ',
  answer: 'आपका उत्तर',
  timeHint: 'जैसे 14:30',
  later: 'इसके लिए हम आपको एक लिंक भेजेंगे: {{what}}',
  finish: 'भेजने के लिए तैयार',
  finishText: 'सब कुछ भर दिया गया है।',
  problem: 'कृपया इसे फिर से देखें।',
  checkThis: 'कृपया इसे जाँचें।',
};

export const flowTexts = (language: string): FlowTexts => (language.split(/[-_]/)[0] === 'hi' ? hi : en);
