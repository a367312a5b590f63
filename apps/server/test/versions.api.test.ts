import { channelTypes, type Endpoint, endpoints } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { sharedApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { fillEnterprise } from './filled-enterprise.ts';
import { createFormScenes, loanForm } from './forms.ts';
import { createMailScenes } from './mails.ts';
import { chatwootZip } from './moves.files.ts';
import { createMoves } from './moves.ts';
import { createPhoneBook } from './phone-book.ts';
import { allEndpoints } from './samples.ts';

const app = await sharedApp();
const { as } = app;

let owner: TestUser;
let ada: TestUser;
let ids: Record<string, string>;
let customers: string[];
let mailChannel: string;
let draftForm: string;
let plannedMove: string;

beforeAll(async () => {
  ({ owner, ids } = await fillEnterprise(app, 'versions'));
  ada = await app.makeUser({ enterprise: owner, name: 'Ada' });
  mailChannel = await createMailScenes(app).makeChannel(owner);
  draftForm = (await createFormScenes(app).makeForm(owner, 'Draft', loanForm())).id;
  plannedMove = (await createMoves(app).plan(owner, 'chatwoot', { 'export.zip': chatwootZip() })).id;
  const book = createPhoneBook(app);
  customers = [];
  for (const number of ['+919820001001', '+919820001002', '+919820001003'])
    customers.push((await book.makeCustomer(owner, { name: number, phoneNumber: number })).id);
});

type Request = { params?: Record<string, string>; body: object };

const web = { type: channelTypes.WEB, contactId: '', environment: 'production', isActive: true };
const bodyText = (text: string) => [{ type: 'BODY', text: `Hi {{1}}, ${text} is ready.`, samples: { 1: text } }];
const bot = () => ({ agentId: ids.bot ?? '' });
const encap = () => ({ encapId: ids.encap ?? '' });
const connection = () => ({ connectionId: ids.connection ?? '' });

/** A save of each record that has a version; the text makes two of them different. `turn` is 0 and 1 of two at once. */
const scenarios: Record<string, (text: string, turn: number) => Request | Promise<Request>> = {
  'roles.saveRole': (text) => ({ body: { code: ids.role, name: text, permissions: ['CHAT.HANDLE'] } }),
  'users.updateRoles': (_text, turn) => ({ params: { userId: ids.user ?? '' }, body: { roles: [1], chat: { priority: turn + 1 } } }),
  'departments.update': (text) => ({ params: { departmentId: ids.department ?? '' }, body: { name: text } }),
  'calendars.update': (text) => ({
    params: { calendarId: ids.calendar ?? '' },
    body: { name: text, timeZone: 'UTC', days: Array.from({ length: 7 }, () => []), exceptions: [] },
  }),
  'calendars.importExceptions': (text) => ({
    params: { calendarId: ids.calendar ?? '' },
    body: { csv: `from,name\n2026-12-25,${text}` },
  }),
  'clockPolicies.update': (text) => ({ params: { policyId: ids.clockPolicy ?? '' }, body: { name: text, firstAmberSeconds: 60 } }),
  'chatMonitor.saveLimits': (_text, turn) => ({
    body: { departmentId: ids.department, waitSeconds: 60 + turn, unansweredSeconds: 0, queueLength: 0, nobodyOnline: false },
  }),
  'chatTargets.save': (_text, turn) => ({ body: { departmentId: ids.department, values: { 'chat.wait': 60_000 + turn } } }),
  'speech.correct': (text) => ({ params: { speechId: ids.speech ?? '' }, body: { text } }),
  'encaps.saveProperties': (text) => ({ params: encap(), body: { title: text } }),
  'encaps.retire': (_text, turn) => ({ params: encap(), body: { isRetired: turn === 0 } }),
  'encaps.saveLogger': (_text, turn) => ({ params: encap(), body: { days: 7 + turn } }),
  'encapLaunches.save': (text) => ({
    params: { ...encap(), instanceId: ids.encapLaunch ?? '' },
    body: { name: text.slice(0, 60), mode: 'API' },
  }),
  'moves.map': (_text, turn) => ({
    params: { moveId: plannedMove },
    body: { mapping: [{ kind: 'agent', key: '7', to: turn === 0 ? owner.userId : ada.userId }] },
  }),
  'forms.save': (text) => ({ body: { id: ids.form, name: text } }),
  'forms.publish': (text) => ({ params: { formId: draftForm }, body: { note: text } }),
  'forms.page': () => ({ params: { formId: ids.form ?? '' }, body: { isOpen: true } }),
  'screenFilters.update': (text) => ({
    params: { screenFilterId: ids.screenFilter ?? '' },
    body: { name: text, search: {}, deptId: ids.department },
  }),
  'chatRules.update': (text) => ({
    params: { chatRuleId: ids.chatRule ?? '' },
    body: { name: text, event: 'opened', acts: [{ kind: 'note', text }] },
  }),
  'quickReplies.update': (text) => ({ params: { replyId: ids.quickReply ?? '' }, body: { shortcut: 'greeting', text } }),
  'richCards.update': (text) => ({ params: { cardId: ids.richCard ?? '' }, body: { name: text, title: text, smsText: text } }),
  'skills.update': (text) => ({ params: { skillId: ids.skill ?? '' }, body: { name: text } }),
  'agentStatuses.update': (text) => ({ params: { statusId: ids.agentStatus ?? '' }, body: { name: text } }),
  'macros.update': (text) => ({ params: { macroId: ids.macro ?? '' }, body: { name: text, steps: [{ kind: 'note', text }] } }),
  'chatFields.update': (text) => ({ params: { fieldId: ids.chatField ?? '' }, body: { name: text } }),
  'mailboxes.save': (text) => ({
    params: { channelId: mailChannel },
    body: { host: 'imap.example.com', username: text, password: 'versions-password', isOn: false },
  }),
  'siteForms.save': (text) => ({ params: { channelId: ids.channel ?? '' }, body: { when: 'always', consent: text } }),
  'siteRules.update': (text) => ({
    params: { channelId: ids.channel ?? '', siteRuleId: ids.siteRule ?? '' },
    body: { name: text, conditions: {}, act: 'greeting', greeting: text },
  }),
  'boards.update': (text) => ({
    params: { boardId: ids.board ?? '' },
    body: { name: text, tiles: [{ key: 'all', measure: 'chat.incoming', filter: {} }], audience: 'everybody', isShared: true },
  }),
  'reportAlerts.update': (text) => ({
    params: { reportAlertId: ids.reportAlert ?? '' },
    body: { name: text, measure: 'chat.missed', filter: {}, windowMinutes: 60, direction: 'above', value: 3 },
  }),
  'reportSchedules.update': (_text, turn) => ({
    params: { scheduleId: ids.reportSchedule ?? '' },
    body: { boardId: ids.board, rhythm: 'daily', time: `0${turn}:00`, userIds: [ids.user] },
  }),
  'chatViews.update': (text) => ({ params: { viewId: ids.chatView ?? '' }, body: { name: text, filter: { tab: 'waiting' } } }),
  'enterprise.saveGeneral': async (text) => {
    const { general } = (await as(owner).get(endpoints.enterprise.general.path)).json().data;
    return { body: { general: { ...general, name: text } } };
  },
  'enterprise.saveSecurity': (_text, turn) => ({
    body: { security: { sessionHours: null, idleMinutes: 60 + turn, domains: [], networks: [], passwordDays: null } },
  }),
  'privacy.saveSettings': (_text, turn) => ({ body: { retention: { chats: null, media: null, logs: 100 + turn } } }),
  'audit.saveSettings': (_text, turn) => ({ body: { checkpointEmails: [`officer-${turn}@example.com`], keptDays: null } }),
  'branding.saveDraft': async (text) => {
    const { host, draft } = (await as(owner).get(endpoints.branding.get.path)).json().data;
    return { body: { host, draft: { ...draft, info: { title: text, supportContact: '' } } } };
  },
  'channels.update': async (text) => {
    const channel = (await as(owner).get(endpoints.channels.get.path.replace(':channelId', ids.channel ?? ''))).json().response;
    return { params: { channelId: ids.channel ?? '' }, body: { ...web, data: channel.data, name: text } };
  },
  'artifacts.update': (text) => ({
    params: { artifactId: ids.artifact ?? '' },
    body: { isPublic: true, data: { type: 'IMAGE', fileId: ids.artifactFile, name: text } },
  }),
  'artifacts.updateBucket': (text) => ({ params: { bucketId: ids.bucket ?? '' }, body: { name: text, isPublic: true } }),
  'campaigns.update': (text) => ({ params: { campaignId: ids.campaign ?? '' }, body: { name: text, description: text, plan: {} } }),
  'campaigns.accessType': (_text, turn) => ({
    params: { campaignId: ids.campaign ?? '' },
    body: { accessType: turn === 0 ? 'Department' : 'Everyone' },
  }),
  'campaignMilestones.update': (text) => ({
    params: { campaignId: ids.campaign ?? '', milestoneId: ids.campaignMilestone ?? '' },
    body: { name: text, place: 1 },
  }),
  'activities.update': (text) => ({ params: { activityId: ids.activity ?? '' }, body: { name: text, plan: {} } }),
  'blacklist.update': (text) => ({
    params: { entryId: ids.blacklistEntry ?? '' },
    body: { kind: 'blocked', reason: text, source: 'manual', channelId: '' },
  }),
  'blacklist.saveSettings': async (text) => {
    const { settings } = (await as(owner).get(endpoints.blacklist.getSettings.path)).json().data;
    return { body: { settings: { ...settings, optOutConfirmation: text } } };
  },
  'chats.saveConfiguration': (text) => ({ body: { chat: { welcomeMessage: text } } }),
  'chatLabels.update': (text) => ({ params: { configId: ids.chatLabel ?? '' }, body: { name: text } }),
  'attributes.save': async (text) => {
    const path = endpoints.attributes.get.path.replace(':attributeId', ids.attribute ?? '');
    return { body: { ...(await as(owner).get(path)).json().data.inputFieldDefinition, fieldLabel: text } };
  },
  'billing.saveAlerts': (_text, turn) => ({
    body: { alertId: ids.billingAlert ?? '', threshold: (2 + turn) * 1_000_000, userIds: [owner.userId] },
  }),
  'phoneBook.save': (text) => ({ body: { id: customers[0], name: text, data: [] } }),
  'phoneBook.merge': (text, turn) => ({ body: { keepId: customers[0], mergeId: customers[1 + turn], values: { name: text, data: [] } } }),
  'phoneBook.saveGroup': (text) => ({ body: { id: ids.group, name: text } }),
  'phoneBook.saveLabel': (text) => ({ body: { id: ids.label, name: text } }),
  'phoneBook.saveFilter': (text) => ({
    body: { id: ids.filter, name: text, conditions: [{ field: 'name', operator: 'is', value: text }] },
  }),
  'bots.save': (text) => ({ body: { id: ids.bot, name: text, description: text, type: 'nlp' } }),
  'bots.saveConfig': (text) => ({
    params: bot(),
    body: { entityExtractRetries: 2, outOfScopeMessage: text, modelType: 'SVM', confidenceThreshold: 1, language: 'en' },
  }),
  'bots.savePrompt': (text) => ({ params: bot(), body: { openaiKey: ids.integration, prompt: text } }),
  'stories.save': (text) => ({ body: { id: ids.story, agentId: ids.bot, name: text } }),
  'intents.save': (text) => ({
    body: {
      id: ids.intent,
      agentId: ids.bot,
      storyId: ids.story,
      name: 'Opening hours',
      utterances: ['one', 'two', 'three', 'four', text].map((utterance) => ({ utterance })),
    },
  }),
  'entities.save': (text) => ({
    body: { id: ids.entity, agentId: ids.bot, name: 'Colour', values: [{ value: text, type: 'synonyms', synonyms: [text] }] },
  }),
  'knowledge.saveConfig': (text) => ({
    params: bot(),
    body: { kbFromWebsite: false, kbFromDoc: false, websitesUrls: [`https://${text.replace(' ', '-')}.example.com/`] },
  }),
  'integrations.update': (text) => ({ params: { integrationId: ids.integration ?? '' }, body: { name: text, authType: 5, llm: 1 } }),
  'webhooks.update': (text) => ({
    params: { webhookId: ids.webhook ?? '' },
    body: { name: text, url: 'https://hooks.example.com/', events: ['chat.closed'] },
  }),
  'sso.save': (text) => ({
    params: connection(),
    body: { kind: 'oidc', name: text, issuer: 'https://login.example.com', clientId: 'parley' },
  }),
  'relays.update': (text) => ({ body: { id: ids.relay, name: text, url: 'https://hooks.example.com/' } }),
  'sso.setState': () => ({ params: connection(), body: { isOn: false } }),
  'sso.enforce': () => ({ params: connection(), body: { isEnforced: false } }),
  'sso.makeKey': () => ({ params: connection(), body: { heir: ids.user ?? '' } }),
  'training.saveTest': (text) => ({ params: bot(), body: { id: ids.test, name: text, turns: [{ say: text }] } }),
  'tools.save': (text) => ({
    params: bot(),
    body: { id: ids.tool, name: 'secretTool', title: text, description: text, kind: 'handOver', hasEffect: false, confirm: 'none' },
  }),
  'insights.saveSentiment': (_text, turn) => ({ params: bot(), body: { isOn: true, levels: {}, action: 'mark', afterCount: 3 + turn } }),
  'insights.saveRule': (text) => ({ params: bot(), body: { id: ids.rule, name: text, words: [text] } }),
  'templates.update': (text) => ({
    params: { templateId: ids.template ?? '' },
    body: { name: 'secret_template', language: 'en', category: 'UTILITY', components: bodyText(text), extra: {} },
  }),
};

/** Changes without a version, and why two of them at once do no harm. */
const unversioned: Record<string, string> = {
  'operator.saveAccount': 'by no session: its version is tried in consumption.api.test.ts',
  'operator.correct': 'adds, once for each key',
  'packages.update': 'of two who bring it to the same version the second finds no older one',
  'privacy.cancel': 'of two who give up one wait the second finds none',
  'firstSteps.dismiss': 'shown or not: of two who choose the same the second changes nothing',
  'firstSteps.addSamples': 'a repeat adds none',
  'firstSteps.removeSamples': 'of two who remove them the second finds none',
  'users.updateMe': 'one’s own profile',
  'users.saveProfile': 'one’s own profile',
  'notifications.savePreferences': 'one’s own choice, of what changed alone',
  'departments.addUsers': 'adds',
  'departments.removeUsers': 'who is taken out is not there for the second',
  'channels.setState': 'one switch, which says how it shall stand',
  'channels.rotateHook': 'made anew by the server',
  'channels.finishRotation': 'ends what the server began',
  'mailboxes.off': 'one switch, which says how it shall stand',
  'identitySecrets.rotate': 'made anew by the server',
  'identitySecrets.finish': 'ends what the server began',
  'chats.updateAgentStatus': 'one’s own status',
  'chatMonitor.priority': 'it names what the caller saw by the route number (monitor.api.test.ts)',
  'chatMonitor.status': 'the last word counts, and the agent may choose otherwise at once',
  'customers.updateProfile': 'the agent sends the fields that changed alone',
  'phoneBook.addToGroups': 'adds',
  'phoneBook.addLabels': 'adds',
  'phoneBook.upsert': 'of other systems, which say how a customer shall be',
  'phoneBook.setConsent': 'one consent, which says how it shall stand',
  'imports.repair': 'a line that was put right is not there for the second',
  'imports.repairKind': 'a line that was put right is not there for the second',
  'bots.connect': 'each channel answers once, and is locked',
  'intents.addPhrases': 'adds',
  'knowledge.readAgain': 'asks for a reading',
  'knowledge.schedule': 'one value, which says how it shall stand',
  'reportSchedules.leave': 'takes the caller alone off',
  'insights.markWrong': 'one mark, which says how it shall stand',
  'insights.rerun': 'a job',
  'twoFactor.setOwn': 'one’s own factor',
  'twoFactor.renamePasskey': 'one’s own passkey',
  'twoFactor.require': 'one switch, which says how it shall stand',
  'sso.removeKey': 'a key that is gone is not there for the second',
  'sso.addDomain': 'adds',
  'sso.checkDomain': 'asks for a look',
  'sso.removeDomain': 'what is removed is not there for the second',
  'integrations.login': 'credentials that were let in just now',
  'relays.rotateSecret': 'made anew by the server',
  'webhooks.rotateSecret': 'made anew by the server',
  'templates.register': 'what the vendor has said',
  'training.resolve': 'what was resolved is not there for the second',
  'sandbox.behave': 'the simulator keeps it',
  'sandbox.changeTemplate': 'the simulator keeps it',
  'sandbox.changeQuality': 'the simulator keeps it',
  'onboardings.checkPartner': 'each step names the revision that it follows (onboarding.api.test.ts)',
  'onboardings.signUp': 'each step names the revision that it follows (onboarding.api.test.ts)',
  'onboardings.choose': 'each step names the revision that it follows (onboarding.api.test.ts)',
  'onboardings.add': 'each step names the revision that it follows (onboarding.api.test.ts)',
  'onboardings.take': 'each step names the revision that it follows (onboarding.api.test.ts)',
  'onboardings.sendCode': 'each step names the revision that it follows (onboarding.api.test.ts)',
  'onboardings.verify': 'each step names the revision that it follows (onboarding.api.test.ts)',
  'onboardings.profile': 'each step names the revision that it follows (onboarding.api.test.ts)',
  'onboardings.subscribe': 'each step names the revision that it follows (onboarding.api.test.ts)',
  'onboardings.greet': 'each step names the revision that it follows (onboarding.api.test.ts)',
  'onboardings.connect': 'each step names the revision that it follows (onboarding.api.test.ts)',
  'journeys.update': 'its version is the revision of the draft (journey.api.test.ts)',
  'journeys.edits': 'its version is the revision of the draft (journey.api.test.ts)',
  'encaps.addMilestone': 'its version is the revision of the draft (encap.api.test.ts)',
  'encaps.saveMilestone': 'its version is the revision of the draft (encap.api.test.ts)',
  'encaps.removeMilestone': 'its version is the revision of the draft (encap.api.test.ts)',
  'encaps.addButton': 'its version is the revision of the draft (encap.api.test.ts)',
  'encaps.saveButton': 'its version is the revision of the draft (encap.api.test.ts)',
  'encaps.removeButton': 'its version is the revision of the draft (encap.api.test.ts)',
  'encapLaunches.setState': 'a launch says itself whether it may be moved there now',
  'encapLaunches.makeLinks': 'links are made once for a request key',
  'encapLaunches.urls': 'each call makes addresses of its own',
  'encapLaunches.closeLink': 'what is over is not there for the second',
  'journeys.lease': 'a lease ends by itself',
  'journeys.updateCards': 'drafts that somebody edits are left: card.api.test.ts',
  'journeys.saveTest': 'a conversation is saved as a whole, under its own id',
  'journeys.removeTest': 'what is removed is not there for the second',
  'journeyMonitor.act': 'each walk says itself whether it may be done now',
  'journeyMonitor.cancelAct': 'what is over is not there for the second',
  'journeyMonitor.tellCall': 'what a call has done is said once',
  'flows.deprecate': 'a flow goes out of use once, whoever asks first',
  'sandbox.changeFlow': 'a person at a phone of the sandbox, whose every touch is one act',
  'skills.saveOfUser': 'each change names the level that it replaces (skill.api.test.ts)',
};
/** Calls whose `version` is one of a stream that they name, or of a package that they make, and none of a record that they save. */
const ofStreams = ['publishing.attach', 'publishing.change', 'packages.make'];

/** The shape of a body; if it is one of several kinds, the first one holds the common fields too. */
const shapeOf = ({ body }: Endpoint): object => {
  const schema = body && 'options' in body ? (body.options as object[])[0] : body;
  return schema && 'shape' in schema ? (schema.shape as object) : {};
};
const changes = allEndpoints.filter(([, { method, audit }]) => method !== 'GET' && audit && 'kind' in audit);
const versioned = changes
  .filter(([, endpoint]) => endpoint.access !== 'public' && 'version' in shapeOf(endpoint))
  .map(([name]) => name)
  .filter((name) => !ofStreams.includes(name));

test('every call that sends a version has a scenario, and every other change says why it needs none', () => {
  expect(Object.keys(scenarios).sort()).toEqual([...versioned].sort());
  const edits = changes.filter(([, { audit }]) => audit && 'action' in audit && audit.action === 'edit').map(([name]) => name);
  expect(edits.filter((name) => !versioned.includes(name) && !(name in unversioned))).toEqual([]);
});

async function save(user: TestUser, name: string, text: string, turn: number, version: number) {
  const endpoint = allEndpoints.find(([listed]) => listed === name)?.[1] as Endpoint;
  const request = scenarios[name];
  if (!request) throw new Error(`${name} has no scenario`);
  const { params = {}, body } = await request(text, turn);
  const path = endpoint.path.replace(/:(\w+)/g, (_match, key: string) => params[key] ?? '');
  const answer = await as(user)[endpoint.method.toLowerCase() as 'post' | 'put'](path, { ...body, version });
  return { ...answer.json(), status: answer.statusCode };
}

test.each(Object.keys(scenarios))('screens 0.1 %s overwrites nothing that somebody else has saved meanwhile', async (name) => {
  // A version that nobody has read yet is refused like an outdated one, and the refusal shows the current state.
  const ahead = await save(owner, name, `${name} early`, 0, 1_000_000);
  expect(ahead).toMatchObject({ status: 409, code: 'record.changed', data: { version: expect.any(Number) } });
  const { version } = ahead.data;

  const both = await Promise.all([save(owner, name, `${name} one`, 0, version), save(ada, name, `${name} two`, 1, version)]);
  const [winner, loser] = both[0].status === 200 ? both : [both[1], both[0]];
  expect([winner.status, loser.status, loser.code]).toEqual([200, 409, 'record.changed']);
  const winnerName = winner === both[0] ? owner.name : 'Ada';
  expect(loser.data).toMatchObject({ changedBy: winnerName, version: version + 1, current: expect.any(Object) });
  expect(Object.keys(loser.data.current).length).toBeGreaterThan(0);
  expect(Date.now() - Date.parse(loser.data.changedAt)).toBeLessThan(30_000);

  expect(await save(ada, name, `${name} late`, winner === both[0] ? 1 : 0, version)).toMatchObject({ status: 409, code: 'record.changed' });
});

test('current values are told without secrets, and without what the reader’s role hides', async () => {
  const late = await save(ada, 'integrations.update', 'late', 0, 0);
  expect(late.data.current).toMatchObject({ name: expect.any(String), apikey: 'set' });
  expect(JSON.stringify(late)).not.toContain('versions-key');
  const masked = (
    await as(owner).put(endpoints.roles.saveRole.path, { name: 'Masked', permissions: ['CUSTOMER.VIEW'], maskedFields: ['phone'] })
  ).json().data;
  const eve = await app.makeUser({ enterprise: owner, roles: [masked.code], name: 'Eve' });
  const refused = await save(eve, 'phoneBook.save', 'late', 0, 0);
  expect(refused.data.current).toMatchObject({ phone: '••••' });
  expect(JSON.stringify(refused)).not.toContain('9820001001');
});

test('a call of the specification that sends no version is taken as it comes', async () => {
  const answer = await as(ada).post(endpoints.bots.save.path, { id: ids.bot, name: 'Unversioned', description: 'Any', type: 'nlp' });
  expect(answer.json()).toMatchObject({ status: true, data: { name: 'Unversioned' } });
});
