import { type ChatConfig, chatSettingKeys, chatSettings, defaultChatConfig } from '@parley/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OwnSettings, Saved } from './settings.repository.ts';
import { holdFor, messageLanguage, resolve, resolveForPerson } from './settings.rules.ts';
import { fillText, findWrongPlaceholder } from './settings.text.ts';

const samples: { [Key in keyof ChatConfig]?: fc.Arbitrary<ChatConfig[Key]> } = {
  maxOpenChats: fc.integer({ min: 1, max: 200 }),
  customChatSelection: fc.boolean(),
  welcomeMessage: fc.string({ maxLength: 20 }),
  ratingEnabled: fc.boolean(),
  closeNeedsNote: fc.boolean(),
};
const saved: fc.Arbitrary<Saved | null> = fc.option(
  fc.record({
    settingsNo: fc.integer({ min: 1, max: 9 }),
    own: fc.record(samples as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] }) as fc.Arbitrary<OwnSettings>,
  }),
);

describe('settings in force', () => {
  test('ADMIN-064 a value is the department’s own, else the enterprise’s, else the default, and its source says which', () => {
    fc.assert(
      fc.property(saved, saved, (enterprise, department) => {
        const { chat, sources } = resolve({ enterprise, department });
        for (const key of chatSettingKeys) {
          const [mine, theirs] = [department?.own[key], enterprise?.own[key]];
          expect(chat[key]).toBe(mine ?? theirs ?? defaultChatConfig[key]);
          expect(sources[key]).toBe(mine !== undefined ? 'department' : theirs !== undefined ? 'enterprise' : 'default');
        }
      }),
    );
  });

  test('a value is inherited again when the department’s own goes: nothing else changes', () => {
    fc.assert(
      fc.property(saved, saved, fc.constantFrom(...chatSettingKeys), (enterprise, department, key) => {
        const { [key]: _, ...own } = department?.own ?? {};
        const before = resolve({ enterprise, department }).chat;
        const after = resolve({ enterprise, department: { settingsNo: 9, own } }).chat;
        expect(after).toEqual({ ...before, [key]: resolve({ enterprise, department: null }).chat[key] });
      }),
    );
  });

  test('a value is left out that the table of settings does not know any more', () => {
    const own = { maxOpenChats: 3, gone: 1, toString: 2 } as OwnSettings;
    expect(resolve({ enterprise: { settingsNo: 1, own }, department: null }).chat).toEqual({ ...defaultChatConfig, maxOpenChats: 3 });
  });

  test('a chat has the held value of what holds for new chats, and the newest of what holds at once', () => {
    fc.assert(
      fc.property(saved, saved, (before, after) => {
        const [held, newest] = [before, after].map((enterprise) => resolve({ enterprise, department: null }).chat) as [
          ChatConfig,
          ChatConfig,
        ];
        const chat = holdFor(held, newest);
        for (const key of chatSettingKeys) expect(chat[key]).toBe((chatSettings[key].holds === 'new' ? held : newest)[key]);
      }),
    );
  });
});

test('somebody of several departments chooses chats where one of them allows it, and has the largest limit', () => {
  const of = (own: OwnSettings): Saved => ({ settingsNo: 1, own });
  const enterprise = of({ customChatSelection: false, maxOpenChats: 7 });
  expect(resolveForPerson(enterprise, [])).toMatchObject({ customChatSelection: false, maxOpenChats: 7 });
  expect(resolveForPerson(enterprise, [of({ welcomeMessage: 'Hi' })])).toMatchObject({ customChatSelection: false, maxOpenChats: 7 });
  expect(resolveForPerson(enterprise, [of({ maxOpenChats: 2 }), of({ customChatSelection: true, maxOpenChats: 3 })])).toMatchObject({
    customChatSelection: true,
    maxOpenChats: 3,
    welcomeMessage: defaultChatConfig.welcomeMessage,
  });
});

test('the language is the customer’s, else that of the page, else English', () => {
  const asked: [string | null, string | undefined][] = [
    ['hi', 'en'],
    ['Hindi', ''],
    [' ', 'hi-IN'],
    [null, 'HI_in'],
    ['en', 'hi'],
    ['ta', 'hi'],
    [null, undefined],
  ];
  expect(asked.map(([customer, page]) => messageLanguage(customer, page))).toEqual(['hi', 'hi', 'hi', 'hi', 'en', 'en', 'en']);
});

describe('texts', () => {
  const place = { now: Date.UTC(2026, 0, 31, 6), zone: 'Asia/Kolkata', language: 'en', country: 'IN' };
  const fill = (text: string, customer = 'Ravi') => fillText(text, { customer, agent: 'Asha', department: '', next: '' }, place);

  test.each([
    ['Hello {{ customer.name }}, {{agent.name}} here', 'Hello Ravi, Asha here'],
    ['Hello {{ customer.name ?? "friend" }}', 'Hello Ravi'],
    ['{{ department.name ?? "We" }} answer', 'We answer'],
    ['\\{{ stays }}', '{{ stays }}'],
    ['50 } off {', '50 } off {'],
  ])('%s is filled', (text, filled) => {
    expect(findWrongPlaceholder(text)).toBeUndefined();
    expect(fill(text)).toBe(filled);
  });

  test('a fallback is said where the value is empty', () => {
    expect(fill('Hello {{ customer.name ?? "friend" }}', '')).toBe('Hello friend');
  });

  test.each([
    ['Hello {{ customer.name', '{{ customer.name'],
    ['Hello {{ customer.phone }}', 'customer.phone'],
    ['{{ income }}', 'income'],
    ['{{ agent.name + }}', undefined],
  ])('%s is refused', (text, placeholder) => {
    expect(findWrongPlaceholder(text)).toEqual(placeholder ?? expect.any(String));
  });

  test('a text that was saved before and cannot be read stands as it is', () => {
    expect(fill('Open {{ 24 hours')).toBe('Open {{ 24 hours');
  });
});
