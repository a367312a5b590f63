import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test.each([
  ['Where is my order?', 'en'],
  ['I want to return the shoes that I bought', 'en'],
  ['मेरा ऑर्डर कहाँ है?', 'hi'],
  ['mera order kahan hai', 'hi'],
  ['paise wapas kab milenge bhai', 'hi'],
  ['माझी ऑर्डर कुठे आहे?', 'mr'],
  ['আমার অর্ডার কোথায়?', 'bn'],
  ['என் ஆர்டர் எங்கே?', 'ta'],
  ['నా ఆర్డర్ ఎక్కడ ఉంది?', 'te'],
  ['میرا آرڈر کہاں ہے؟', 'ur'],
  ['أين طلبي؟', 'ar'],
  ['¿Dónde está mi pedido?', 'es'],
  ['Où est ma commande, s’il vous plaît ?', 'fr'],
  ['Wo ist meine Bestellung?', 'de'],
  ['Onde está o meu pedido? Preciso dele hoje.', 'pt'],
  ['Dove si trova il mio ordine? Grazie', 'it'],
  ['Waar is mijn bestelling?', 'nl'],
  ['Di mana pesanan saya?', 'id'],
  ['Siparişim nerede? Teşekkürler', 'tr'],
  ['Где мой заказ?', 'ru'],
  ['注文はどこですか', 'ja'],
  ['我的订单在哪里', 'zh'],
  ['내 주문은 어디에 있나요', 'ko'],
  // A name in Latin letters changes nothing.
  ['मेरा Parley Premium पैक कब आएगा', 'hi'],
])('"%s" is told as %s', (text, language) => {
  expect(languageOf(text)).toBe(language);
});

test.each(['', '  ', '4711', '👍', 'https://example.com/a', 'ABC-77-XYZ', 'Parley', 'Lorem ipsum'])(
  '"%s" has no language that can be told',
  (text) => {
    expect(languageOf(text)).toBeUndefined();
  },
);
