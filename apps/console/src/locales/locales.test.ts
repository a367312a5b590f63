import * as contract from '@parley/contract';
import {
  acceptModes,
  allPermissions,
  apiKeyScopes,
  assistKinds,
  assistOutcomes,
  auditActions,
  auditActorKinds,
  auditKinds,
  auditModules,
  authTypes,
  bareActions,
  binParts,
  chatFieldKinds,
  chatMessages,
  chatSettingKeys,
  chatSettingSections,
  clockDeeds,
  conditionOperators,
  consentRoads,
  consumptionKeys,
  deliveryStates,
  displayNames,
  emotionLabels,
  erasureStates,
  errorCatalog,
  faultTexts,
  firstStepIds,
  integrationSecrets,
  integrationStates,
  macroProblemCodes,
  macroStepKinds,
  mailboxStates,
  mailLogins,
  messageWays,
  movementKinds,
  noticeKindNames,
  noticeTexts,
  noticeTitleTexts,
  notificationWays,
  onboardingChecks,
  outsideHours,
  ownLaterReasons,
  paymentStates,
  permissionGroups,
  personalKinds,
  policyActs,
  policyClocks,
  policyTimes,
  rateCategories,
  reasonTexts,
  rechargeStates,
  retentionKinds,
  routingGrounds,
  routingMisfits,
  routingModes,
  ruleActKinds,
  ruleEvents,
  ruleFacts,
  ruleListeners,
  ruleMatches,
  ruleProblems,
  sampleKinds,
  screens,
  silentEnds,
  ssoStates,
  stepStates,
  webhookEventTypes,
  webhookStates,
  type z,
} from '@parley/contract';
import { expect, test } from 'vitest';
import type { Catalogue } from '../lib/i18n.ts';
import { languages } from '../lib/languages.ts';
import auditWords from './en/audit.json';

/**
 * Number of keys that a language lacks, by domain: lowered with every translation, never raised. A language that is not named lacks none.
 */
const lacking: Record<string, Record<string, number>> = {
  hi: {},
};

/** Words that are the same as in English, such as 'Error', 'Chat' and names of products: never more than these. */
const asInEnglish: Record<string, number> = { ar: 34, es: 135, hi: 28 };

const permissionNames = [
  ...permissionGroups.flatMap(({ id, actions }) => [id, ...actions]),
  ...allPermissions.map((id) => id.replaceAll('.', '_')),
  ...Object.values(bareActions),
];

/** The menu's words are named where the screens are: in the contract. */
const menuWords = Object.values(screens).flatMap((screen) => ('menu' in screen ? [screen.menu.group, screen.menu.label] : []));

/** Keys that no source spells, because they are the values of something: by group, what they are. */
const dynamic: Record<string, readonly string[]> = {
  'account.permission': permissionNames,
  'customer.displayNames': Object.keys(displayNames),
  'shell.menu': menuWords,
  'sso.settings': [...ssoStates],
  'onboarding.onboarding': [...stepStates, ...onboardingChecks],
  'first-step.step': firstStepIds.flatMap((id) => [id, `${id}Text`]),
  'first-step.sample': [...sampleKinds],
  'audit.action': [...auditActions],
  'audit.kind': [...auditKinds],
  'audit.module': [...auditModules],
  // A test of the server compares these with the fields of its records.
  'audit.field': Object.keys(auditWords.field),
  'integration.authType': Object.values(authTypes).map(String),
  'integration.serviceState': [...integrationStates],
  'integration.service': [...new Set(Object.values(integrationSecrets).map(({ field }) => field))],
  'integration.relay': [...webhookStates],
  'audit.page': ['verifyQuick', 'verifyQuickText', 'verifyFull', 'verifyFullText', 'refused', ...auditActorKinds],
  'audit.verification': ['holds', 'running', 'failed', 'changed', 'removed', 'moved', 'forged', 'unsealed', 'signature'],
  'chat-assist.kind': [...assistKinds],
  'chat-assist.side': [...assistOutcomes],
  'bin.contains': binParts,
  'privacy.kind': personalKinds,
  'privacy.history': [...consentRoads],
  'privacy.retained': [...retentionKinds],
  'privacy.erasures': [...erasureStates],
  'bot.training': ['warning'],
  'bot.sentiment': [...emotionLabels],
  'billing.billingTexts': [...paymentStates],
  'billing.page': ['consumption', 'rates', 'wallet'],
  'billing.consumption': [...consumptionKeys],
  'billing.category': [...rateCategories],
  'billing.wallet': ['outside', 'granted', 'spent', ...movementKinds],
  'billing.recharge': [...rechargeStates],
  'billing.invoices': ['invoice', 'credit_note'],
  'chat.nothingToPickTexts': ['new', 'transferred', 'invited', 'assigned', 'missed'],
  'chat.missedReasonTexts': ['0', '1', '2'],
  'messaging.reasonTexts': Object.keys(reasonTexts),
  'channel.channel': ['production', 'PAUSED', 'reach', 'credentials', 'number', 'rotateText', 'finishText', 'folder', 'sending'],
  'channel.mailbox': [...mailboxStates, ...mailLogins, 'tls', 'starttls'],
  'channel.template': ['CAROUSEL', 'CARD'],
  'channel.sandbox': ['accepted'],
  'chat-settings.page': ['new', 'atOnce'],
  'chat-settings.section': [...chatSettingSections, 'labels'],
  'chat-settings.sectionHint': [...chatSettingSections],
  'chat-settings.outside': [...outsideHours],
  'chat-settings.routingMode': [...routingModes],
  'chat-settings.acceptMode': [...acceptModes],
  'chat-later.reason': [...ownLaterReasons],
  'chat-field.kind': [...chatFieldKinds],
  'chat-macro.kind': [...macroStepKinds],
  'chat-rule.rule': ruleMatches.map((match) => `match_${match}`),
  'chat-rule.event': [...ruleEvents],
  'chat-rule.act': [...ruleActKinds],
  'chat-trace.fact': [...ruleFacts],
  'chat-trace.operator': [...conditionOperators],
  'chat-trace.deed': [...ruleActKinds.filter((kind) => kind !== 'tell'), ...ruleListeners.map((who) => `tell_${who}`)],
  'chat-trace.problem': [...ruleProblems],
  'chat-macro.problem': [...macroProblemCodes],
  'chat-settings.silentEnd': [...silentEnds],
  'chat-settings.preview': messageWays.map((way) => `way_${way}`),
  'chat-settings.policy': [...policyTimes, ...policyActs.map((act) => `act_${act}`), 'firstHint', 'nextHint', 'resolutionHint'],
  'chat-routing.reason': [...routingMisfits],
  'chat-routing.ground': [...routingGrounds, 'only'],
  'chat-settings.setting': chatSettingKeys.flatMap((key) => [key, `${key}Hint`]),
  'chat-settings.message': chatMessages.flatMap((name) => [name, `${name}Hint`]),
  'chat.conversation': [
    'minutesShort',
    'hoursShort',
    'daysShort',
    'state0',
    'state1',
    'state2',
    'state3',
    'state4',
    'state5',
    'owner',
    ...policyClocks.map((clock) => `clock_${clock}`),
    ...clockDeeds.map((deed) => `sideClock_${deed}`),
  ],
  'chat.notification': ['assigned'],
  'export.kind': [...contract.exportKinds],
  'export.state': [...contract.exportStates],
  'export.fault': contract.exportFaults.filter((fault) => fault !== ''),
  'move.source': [...contract.moveSources],
  'move.phase': [...contract.movePhases],
  'move.kind': [...contract.moveKinds, ...contract.moveRecordKinds],
  'move.outcome': [...contract.moveOutcomes],
  'move.reason': [...contract.moveReasons],
  'package.kind': [...contract.packageKinds, ...contract.journeyRefKinds],
  'package.kinds': [...contract.packageKinds],
  'package.industry': [...contract.packageIndustries],
  'package.step': [...contract.packageSteps],
  'package.reason': [...contract.packageReasons],
  'file.library': ['whatsAppHeader', 'rcsShort', 'rcsMedium', 'rcsTall', 'profile'],
  // The part before the dot of types such as chat.started
  'integration.event': webhookEventTypes.map((type) => type.split('.')[0] ?? ''),
  'integration.webhook': [...webhookStates],
  'integration.log': [...deliveryStates],
  'integration.apiKey': [...apiKeyScopes, 'active', 'expired', 'stopped'],
  'insight.dashboard': ['HALF-MONTH', 'WEEK'],
  'insight.report': ['CAMPAIGN', 'BROADCAST', 'JOURNEY', 'BOT', 'API', 'SYSTEM'],
  'notification.kind': ['test', ...noticeKindNames],
  'notification.way': [...notificationWays],
  'messaging.blacklist': ['opted_out', 'customer', 'complaint', 'addTitle', 'importTitle'],
  'messaging.delivery': ['receipt', 'note'],
  'outreach.broadcast': [
    'COMPLETED',
    'PARTIALLY_FAILED',
    'FAILED',
    'CANCELLED',
    'SENT',
    'DELIVERED',
    'READ',
    'buttonPayload',
    'messageTags',
    'url',
  ],
};

const files = import.meta.glob<Catalogue>('./*/*.json', { eager: true, import: 'default' });
const sources = Object.entries(import.meta.glob<string>('../**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' })).flatMap(
  ([path, text]) => (/\.test\.tsx?$|^\.\/locales|test-draw/.test(path) ? [] : [text]),
);

type Words = ReadonlyMap<string, string>;
const catalogues = new Map<string, Map<string, Words>>();
for (const [path, groups] of Object.entries(files)) {
  const [, language = '', domain = ''] = /^\.\/([\w-]+)\/([\w-]+)\.json$/.exec(path) ?? [];
  const words = Object.entries(groups).flatMap(([group, keys]) =>
    Object.entries(keys).map(([key, text]) => [`${group}.${key}`, text] as const),
  );
  catalogues.set(language, (catalogues.get(language) ?? new Map<string, Words>()).set(domain, new Map(words)));
}
const english = catalogues.get('en') ?? new Map<string, Words>();
const others = [...catalogues].filter(([language]) => language !== 'en');

const slots = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([slot]) => slot).sort();
const toStem = (key: string) => key.replace(/_(one|other)$/, '');
/** The keys that a language is to have: where English counts by two forms, each language has those that it counts by. */
function keysOf(language: string, words: Words): Map<string, string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const wanted = new Map<string, string>();
  for (const [key, text] of words) {
    const stem = toStem(key);
    const isCounted = stem !== key && words.has(`${stem}_one`) && words.has(`${stem}_other`);
    if (!isCounted) wanted.set(key, text);
    else for (const form of forms) wanted.set(`${stem}_${form}`, words.get(`${stem}_other`) ?? '');
  }
  return wanted;
}

test('every language of the console has its folder', () => {
  expect([...catalogues.keys()].sort()).toEqual(languages.map(({ code }) => code).sort());
});

test('FORMAT-021 another language gives words for the keys of English, with the same slots', () => {
  const strange = others.flatMap(([language, domains]) =>
    [...domains].flatMap(([domain, words]) => {
      const wanted = keysOf(language, english.get(domain) ?? new Map());
      return [...words.keys()].filter((key) => !wanted.has(key)).map((key) => `${language}/${domain}: ${key}`);
    }),
  );
  expect(strange).toEqual([]);
  // Compared in one go: tens of thousands of texts, of which each `expect` takes longer than the comparison.
  const wrong = others.flatMap(([language, domains]) =>
    [...domains].flatMap(([domain, words]) => {
      const wanted = keysOf(language, english.get(domain) ?? new Map());
      return [...words].flatMap(([key, text]) => {
        // Nothing has no cost, no names and no number to tell.
        if (key.endsWith('_zero')) return [];
        const wantedSlots = slots(wanted.get(key));
        const given = slots(text);
        // A form of one number may say it in words.
        const fits = /_(one|two)$/.test(key) ? given.every((slot) => wantedSlots.includes(slot)) : given.join() === wantedSlots.join();
        return fits ? [] : [`${language}/${domain}: ${key} has ${given.join()}, not ${wantedSlots.join()}`];
      });
    }),
  );
  expect(wrong).toEqual([]);
});

test.each(others)('%s lacks no more words than are recorded, and the record says so as soon as it lacks fewer', (language, domains) => {
  const missing = [...english].flatMap(([domain, words]) => {
    const keys = [...keysOf(language, words).keys()].filter((key) => !domains.get(domain)?.get(key));
    return keys.length === 0 ? [] : [{ domain, keys }];
  });
  const counts = Object.fromEntries(missing.map(({ domain, keys }) => [domain, keys.length]));
  const list = missing.map(({ domain, keys }) => `${language}/${domain}.json: ${keys.join(', ')}`).join('\n');
  expect(counts, `Not translated:\n${list}`).toEqual(lacking[language] ?? {});
});

/** A label of a button or a column has this room at the least; a sentence may take twice the letters of the English one. */
const labelLetters = 14;
const labelRoom = 24;
/** Words of which a language has more letters than that, counted and never raised: a screen was looked at with them. */
const overlong: Record<string, number> = {};

test.each(others)('%s has no word that is much longer than the English one', (language, domains) => {
  const lettersOf = (text: string) => [...new Intl.Segmenter(language).segment(text)].length;
  const long = [...domains].flatMap(([domain, words]) => {
    const wanted = keysOf(language, english.get(domain) ?? new Map());
    return [...words].flatMap(([key, text]) => {
      const length = (wanted.get(key) ?? '').length;
      const most = length <= labelLetters ? labelRoom : Math.max(30, 2 * length);
      return lettersOf(text) > most ? [`${language}/${domain}.json: ${key}: ${text}`] : [];
    });
  });
  expect(long.length, long.join('\n')).toBe(overlong[language] ?? 0);
});

/** Texts that read alike in every language: names, units, codes and patterns, which have no word of three letters but these. */
const isSameEverywhere = (text: string) => !/\p{Ll}{3}/u.test(text.replace(/\{\{\w+\}\}/g, '').replace(/https?:\S+|\S+@\S+|\S+\.\S+/g, ''));

test.each(others)('%s has few words that are left as they are in English', (language, domains) => {
  const left = [...domains].flatMap(([domain, words]) =>
    [...words].flatMap(([key, text]) =>
      text === english.get(domain)?.get(key) && !isSameEverywhere(text) ? [`${language}/${domain}.json: ${key}: ${text}`] : [],
    ),
  );
  expect(left.length, left.join('\n')).toBeLessThanOrEqual(asInEnglish[language] ?? 0);
});

/** Patterns of a group's use in the sources: its words, or a type of its keys. */
const names: Record<string, RegExp> = {
  'common.done': /sayDone/,
  'shell.menu': /shellWords\.menu|MenuKey|ScreenTitle|title: 'menu/,
  'shell.screen': /shellWords\.screen|title: 'screen/,
  'chat.conversation': /chatWords\.conversation|ChatSay|ChatWord\b/,
  'chat.notification': /chatWords\.notification|NotificationWord\b/,
  'chat-macro.macro': /chatMacroWords\.macro|MacroSay/,
  'chat-rule.rule': /chatRuleWords\.rule\b|RuleSay/,
  'chat-monitor.monitor': /chatMonitorWords\.monitor|MonitorSay/,
  'channel.template': /channelWords\.template\b|TemplateWord\b/,
  'customer.phoneBook': /customerWords\.phoneBook|PhoneBookSay/,
};

test('no word is kept that nothing says', () => {
  const unsaid = [...english].flatMap(([domain, words]) => {
    if (domain === 'errors') return [];
    const owner = domain.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const textOf = new Map<string, string>();
    return [...words.keys()].flatMap((path) => {
      const [group = '', key = ''] = path.split('.');
      const place = `${domain}.${group}`;
      const name = names[place] ?? new RegExp(`${owner}Words\\.${group}\\b`);
      const text = textOf.get(group) ?? sources.filter((source) => name.test(source)).join('\n');
      textOf.set(group, text);
      const stem = toStem(key);
      if (dynamic[place]?.includes(stem)) return [];
      const isSpelled = new RegExp(`['"\`.]${stem}['"\`]`).test(text);
      const isMade = [...text.matchAll(/`(\w+_)\$\{/g)].some(([, start = '']) => key.startsWith(start));
      return isSpelled || isMade ? [] : [`${domain}.json: ${path}`];
    });
  });
  expect([...new Set(unsaid)]).toEqual([]);
});

test('every group and action that roles are offered has words', () => {
  const offered = permissionGroups.filter(({ isOffered }) => isOffered).flatMap(({ id, actions }) => [id, ...actions]);
  const words = english.get('account') ?? new Map<string, string>();
  expect(offered.filter((name) => !words.has(`permission.${name}`))).toEqual([]);
});

test('every code that the server answers has words, whose slots its data fills', () => {
  const ofClient = ['network', 'unreadable'];
  const words = english.get('errors') ?? new Map<string, string>();
  const codes = [...Object.keys(errorCatalog), ...ofClient].map((code) => `code.${code}`);
  const faults = Object.keys(faultTexts).map((code) => `faultTexts.${code}`);
  const titles = Object.keys(noticeTitleTexts).map((code) => `noticeTitleTexts.${code}`);
  const notices = Object.entries(noticeTexts).flatMap(([code, text]) => (text === '' ? [] : [`noticeTexts.${code}`]));
  expect([...words.keys()].sort()).toEqual([...codes, ...faults, ...titles, ...notices].sort());
  for (const [code, { data }] of Object.entries(errorCatalog)) {
    const filled = Object.keys((data as z.ZodObject).shape).map((name) => `{{${name}}}`);
    expect(filled, code).toEqual(expect.arrayContaining(slots(words.get(`code.${code}`))));
  }
});

test('texts that the specification fixes are those of the contract, letter by letter', () => {
  const shared = [...english].flatMap(([domain, words]) => [...words].map(([path, text]) => ({ place: `${domain}.${path}`, path, text })));
  for (const { place, path, text } of shared) {
    const [group = '', ...parts] = path.split('.');
    const key = parts.join('.');
    const texts = (contract as Record<string, unknown>)[group];
    if (!/Texts$|^displayNames$/.test(group) || typeof texts !== 'object' || texts === null) continue;
    expect((texts as Record<string, unknown>)[key], place).toBe(text);
  }
});
