import { expect, test } from 'vitest';
import { seenAs } from './previewers.ts';

const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const inApp = `${phone} [FB_IAB/FB4A;FBAV/480.0.0.0;]`;

test.each([
  ['a phone', { 'user-agent': phone, 'accept-language': 'hi-IN' }, 'person'],
  ['the browser inside of an app', { 'user-agent': inApp, 'accept-language': 'en' }, 'person'],
  ['a phone that says no language', { 'user-agent': phone }, 'unsure'],
  ['nothing at all', {}, 'unsure'],
  ['WhatsApp', { 'user-agent': 'WhatsApp/2.23.20.0', 'accept-language': 'en' }, 'previewer'],
  ['Facebook', { 'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' }, 'previewer'],
  ['Telegram', { 'user-agent': 'TelegramBot (like TwitterBot)' }, 'previewer'],
  ['Slack', { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }, 'previewer'],
  ['Apple', { 'user-agent': 'Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0' }, 'previewer'],
  ['curl', { 'user-agent': 'curl/8.9.1', 'accept-language': 'en' }, 'previewer'],
  ['a browser that looks ahead', { 'user-agent': phone, 'accept-language': 'en', 'sec-purpose': 'prefetch;prerender' }, 'previewer'],
])('screens 3.1 %s', (_name, headers, expected) => {
  expect(seenAs({ method: 'GET', headers })).toBe(expected);
});

test('screens 3.1 a client that asks for the head alone is a program', () => {
  expect(seenAs({ method: 'HEAD', headers: { 'user-agent': phone, 'accept-language': 'en' } })).toBe('previewer');
});
