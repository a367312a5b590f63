/** The languages that lines are told in. */
export type Tongue = 'english' | 'hindi' | 'roman';

/** Phrasings of one wish in one language: the words before and after its core, `{}`, in all the ways that mean the same. */
export type Frame = {
  /** Ways that a line is known by and told in. */
  ways: readonly string[];
  /** Ways that a line is told in, but not known by. */
  alsoTold?: readonly string[];
  /** Ways that a line is known by, but not told in. */
  alsoKnown?: readonly string[];
  /** Pattern that a core must match. */
  core?: RegExp;
};

const verbs =
  'add apply ask block book buy call cancel change charge check claim close compare complain confirm connect contact convert create deactivate delete deliver disable download edit enable end exchange extend file find fix get give have help increase install join know learn leave lock log lower make modify move open order pause pay pick place play postpone print raise read rebook receive recharge redeem reduce refund register remove renew repeat replace report request reschedule reserve reset restart resume return save schedule see sell send set share show sign skip speak start stop submit subscribe switch take talk tell top track transfer translate turn unblock unlock unsubscribe update upgrade upload use verify view withdraw';

/** Frames that are known by a word of their own come first; a bare verb phrase is known last. */
export const frames: Record<Tongue, readonly Frame[]> = {
  english: [
    {
      ways: [
        'i want to {}',
        'i would like to {}',
        "i'd like to {}",
        'i need to {}',
        'i wish to {}',
        'how do i {}',
        'how can i {}',
        'can i {}',
        'how to {}',
        'i am trying to {}',
        'help me {}',
        'is it possible to {}',
        'please help me {}',
        'could i {}',
        'what should i do to {}',
        'what is the way to {}',
        "i'm looking to {}",
      ],
      core: /^(?!.*\bme\b)/,
    },
    {
      ways: [
        'can you {}',
        'could you {}',
        'please {}',
        'could you please {}',
        'can you please {}',
        'would you {}',
        'i want you to {}',
        '{} please',
        'i need you to {}',
        'would you mind helping me {}',
      ],
      core: new RegExp(`^(?:${verbs.replaceAll(' ', '|')})\\b`),
    },
    {
      ways: ['{}'],
      alsoTold: [
        'please {}',
        'i want to {}',
        'can you {}',
        'i need to {}',
        'how do i {}',
        'i would like to {}',
        'help me {}',
        'could you please {}',
      ],
      core: new RegExp(`^(?:${verbs.replaceAll(' ', '|')})\\b(?!.*\\bme\\b)`),
    },
    {
      ways: ['{}'],
      alsoTold: ['please {}', 'can you {}', 'could you {}', 'could you please {}', 'i want you to {}', '{} please'],
      core: new RegExp(`^(?:${verbs.replaceAll(' ', '|')})\\b(?=.*\\bme\\b)`),
    },
    {
      alsoKnown: ['what are {}'],
      ways: [
        'what is {}',
        "what's {}",
        'tell me {}',
        'i want to know {}',
        'can you tell me {}',
        'could you tell me {}',
        'do you know {}',
        'let me know {}',
        'give me {}',
      ],
      core: /^(?:the|my|your|our)\b/,
    },
    {
      ways: [
        'where is {}',
        'can you find {}',
        'i cannot find {}',
        'what happened to {}',
        'when will i get {}',
        'i am still waiting for {}',
        'any news of {}',
      ],
      core: /^(?:the|my|our)\b/,
    },
    {
      ways: [
        'do you have {}',
        'have you got {}',
        'is there {}',
        'can i get {}',
        "i'm looking for {}",
        'i am looking for {}',
        'do you offer {}',
        'i need {}',
        'i want {}',
        'i would like {}',
      ],
      core: /^(?!to\b|you\b)/,
    },
  ],
  hindi: [
    {
      ways: [
        '{} करना है',
        'मुझे {} करना है',
        '{} कर दो',
        '{} कर दीजिए',
        '{} करो',
        '{} कीजिए',
        'कृपया {} करें',
        '{} करें',
        'मैं {} करना चाहता हूँ',
        'मैं {} करना चाहती हूँ',
        'क्या आप {} कर सकते हैं',
        '{} करवाना है',
        '{} कैसे करें',
        'मैं {} कैसे करूँ',
        '{} करने का तरीका बताइए',
        '{} करने में मदद कीजिए',
      ],
    },
    { ways: ['मुझे {} चाहिए', '{} चाहिए', 'क्या मुझे {} मिल सकता है', 'मुझे {} की ज़रूरत है', '{} दे दीजिए', '{} दीजिए', 'कृपया {} दें', '{} मिलेगा क्या'] },
    { ways: ['{} कहाँ है', 'बताइए {} कहाँ है', 'मुझे बताओ {} कहाँ है', '{} कहाँ पहुँचा', '{} अभी तक नहीं मिला', '{} कब मिलेगा', '{} कब तक आएगा'] },
    { ways: ['{} क्या है', '{} बताइए', '{} बताओ', 'मुझे {} जानना है', 'क्या आप {} बता सकते हैं', '{} के बारे में बताइए'] },
    { ways: ['{} कितना है', '{} कितने का है', '{} की कीमत क्या है', '{} का दाम बताइए'] },
  ],
  roman: [
    {
      ways: [
        '{} karna hai',
        'mujhe {} karna hai',
        '{} kar do',
        '{} kar dijiye',
        '{} karo',
        '{} kijiye',
        'please {} kar do',
        'kripya {} karein',
        'main {} karna chahta hoon',
        'main {} karna chahti hoon',
        'kya aap {} kar sakte ho',
        '{} karwana hai',
        '{} kaise kare',
        '{} kaise karu',
        'main {} kaise karun',
        '{} karne ka tarika batao',
        '{} karne mein help karo',
      ],
    },
    {
      ways: [
        'mujhe {} chahiye',
        '{} chahiye',
        'kya mujhe {} mil sakta hai',
        'mujhe {} ki zaroorat hai',
        '{} de do',
        '{} dijiye',
        'please {} de do',
        '{} milega kya',
      ],
    },
    {
      ways: [
        '{} kahan hai',
        'batao {} kahan hai',
        'mujhe batao {} kahan hai',
        '{} kahan pahuncha',
        '{} abhi tak nahi mila',
        '{} kab milega',
        '{} kab tak aayega',
      ],
    },
    { ways: ['{} kya hai', '{} bataiye', '{} batao', 'mujhe {} janna hai', 'kya aap {} bata sakte ho', '{} ke baare mein batao'] },
    { ways: ['{} kitna hai', '{} kitne ka hai', '{} ki price kya hai', '{} ka daam batao'] },
  ],
};

/** Words and phrases that stand for each other in what people write to a business. */
export const alternatives: Record<Tongue, readonly (readonly string[])[]> = {
  english: [
    ['cancel', 'call off'],
    ['change', 'modify', 'update', 'edit'],
    ['reschedule', 'move', 'postpone'],
    ['buy', 'purchase'],
    ['book', 'reserve'],
    ['cost', 'price', 'charge'],
    ['how much is', 'what is the price of', 'what does it cost for'],
    ['track', 'follow', 'check the status of'],
    ['status of', 'update on', 'progress of'],
    ['refund', 'money back'],
    ['problem', 'issue', 'trouble'],
    ['is not working', "isn't working", 'does not work', 'is broken', 'has stopped working'],
    ['talk to', 'speak to', 'speak with', 'chat with', 'connect me to'],
    ['agent', 'representative', 'human', 'person', 'executive'],
    ['begin', 'start'],
    ['stop', 'end'],
    ['show me', 'let me see', 'display'],
    ['delivery', 'shipment', 'package'],
    ['phone number', 'mobile number', 'contact number'],
    ['email', 'mail id', 'email address'],
    ['as soon as possible', 'quickly', 'right away', 'urgently'],
    ['delete', 'remove', 'erase'],
    ['appointment', 'booking', 'slot'],
    ['thanks', 'thank you', 'many thanks'],
    ['hello', 'hi', 'hey', 'good morning'],
    ['bye', 'goodbye', 'see you', 'bye bye'],
    ['invoice', 'bill', 'receipt'],
    ['forgot', 'do not remember', 'lost'],
    ['opening hours', 'business hours', 'timings', 'working hours'],
    ['available', 'in stock'],
    ['near me', 'nearby', 'close to me'],
  ],
  hindi: [
    ['नमस्ते', 'नमस्कार', 'हैलो'],
    ['धन्यवाद', 'शुक्रिया', 'बहुत धन्यवाद'],
    ['पैसे', 'रुपये'],
    ['वापस', 'रिफंड', 'वापिस'],
    ['रद्द', 'कैंसल'],
    ['समस्या', 'दिक्कत', 'परेशानी'],
    ['बदलना है', 'चेंज करना है'],
    ['ऑर्डर', 'आर्डर', 'सामान'],
    ['जल्दी', 'तुरंत', 'फौरन'],
    ['बिल', 'रसीद', 'इनवॉइस'],
  ],
  roman: [
    ['namaste', 'namaskar', 'hello'],
    ['dhanyavaad', 'shukriya', 'thank you'],
    ['paise', 'paisa', 'rupaye'],
    ['wapas', 'vapas', 'refund'],
    ['cancel', 'radd'],
    ['dikkat', 'problem', 'pareshani'],
    ['badalna hai', 'change karna hai'],
    ['jaldi', 'turant', 'fatafat'],
    ['nahi', 'nahin', 'nhi'],
    ['kaise', 'kis tarah'],
    ['kahan', 'kidhar'],
    ['mujhe', 'mereko'],
  ],
};
