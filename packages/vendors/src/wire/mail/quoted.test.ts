import { expect, test } from 'vitest';
import { quotedAt } from './quoted.ts';

const own = 'Thanks, that helps.';
const below = (quoted: string) => quotedAt(`${own}\n\n${quoted}`);
const place = own.length + 2;

test.each([
  ['Gmail', 'On Tue, Nov 3, 2026 at 9:04 AM Asha <asha@shop.example> wrote:\n> Your parcel is on its way.'],
  ['a broken attribution', 'On Tue, Nov 3, 2026 at 9:04 AM Asha Rao from the shop\n<asha@shop.example> wrote:\n> Your parcel'],
  ['German', 'Am 03.11.26 um 09:04 schrieb Asha Rao:\n> Ihr Paket'],
  ['French', 'Le mar. 3 nov. 2026 à 09:04, Asha <asha@shop.example> a écrit :\n> Votre colis'],
  ['Spanish', 'El mar, 3 nov 2026 a las 9:04, Asha (<asha@shop.example>) escribió:\n> Su paquete'],
  ['Hindi', 'मंगल, 3 नव॰ 2026 को 9:04 am बजे को Asha <asha@shop.example> ने लिखा:\n> आपका पार्सल'],
  ['Outlook', 'From: Asha <asha@shop.example>\nSent: Tuesday, 3 November 2026 09:04\nTo: Meera\nSubject: Parcel\n\nYour parcel'],
  ['Outlook in German', 'Von: Asha\nGesendet: Dienstag, 3. November 2026 09:04\nAn: Meera\nBetreff: Paket\n\nIhr Paket'],
  ['Outlook in French', 'De : Asha\nEnvoyé : mardi 3 novembre 2026 09:04\nÀ : Meera\nObjet : Colis\n\nVotre colis'],
  ['Outlook in Spanish', 'De: Asha\nEnviado: martes, 3 de noviembre de 2026 9:04\nPara: Meera\nAsunto: Paquete\n\nSu paquete'],
  ['Outlook in Hindi', 'प्रेषक: Asha\nभेजा गया: मंगलवार\nप्रति: Meera\nविषय: पार्सल\n\nआपका पार्सल'],
  ['a line of an older Outlook', '-----Original Message-----\nFrom: Asha\n\nYour parcel'],
  ['a block alone', '> Your parcel is on its way.\n>> Where is it?\n'],
])('a mail of %s is folded from the mail that it answers on', (_name, quoted) => {
  expect(below(quoted)).toBe(place);
  expect(quotedAt(`${own}\r\n\r\n${quoted.replaceAll('\n', '\r\n')}`)).toBe(own.length + 4);
});

test('a mail that repeats nothing, or answers between the lines, is shown whole', () => {
  for (const text of [
    '',
    own,
    'From: here on it is fine\nSubject to change',
    '> Is it broken?\nYes.\n> Both?\nOne.',
    'On 3 Nov 2026 Asha wrote:\n> Is it broken?\n\nYes.',
    'Am 03.11.26 um 09:04 schrieb Asha Rao:\n\n> Ist es kaputt?\nJa.\n> Beides?\nEines.',
    'On Tuesday I wrote to you.',
    'On the whole: fine',
  ])
    expect(quotedAt(text)).toBe(-1);
  expect(quotedAt('On 3 Nov 2026 Asha wrote:\n> All of it')).toBe(0);
});

test('its time grows with its length', () => {
  const started = performance.now();
  for (const bad of [
    '>\n'.repeat(200_000),
    'On '.repeat(200_000),
    'From: x\n'.repeat(100_000),
    ' '.repeat(500_000),
    `On ${'a'.repeat(500_000)}`,
  ])
    expect(quotedAt(bad)).toBeLessThanOrEqual(0);
  expect(performance.now() - started).toBeLessThan(5000);
});
