import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { channelTypes, endpoints } from '@parley/contract';
import { newId } from '../src/platform/ids.ts';
import type { TestApp } from './app.ts';
import { createBots, shopIntents } from './bots.ts';
import { createEncapScenes } from './encaps.ts';
import type { TestUser } from './factories.ts';
import { createFormScenes, formAt, loanForm } from './forms.ts';
import { end, makeStream, say } from './journeys.ts';
import { createPhoneBook } from './phone-book.ts';
import { openVisitor } from './sockets.ts';
import { createTemplates } from './templates.ts';
import { pngUpload } from './upload.ts';

/** A move that is planned, with a conversation that another one has taken in. */
async function fillMove(app: TestApp, owner: TestUser, marker: string): Promise<{ moveId: string; movedChatId: string }> {
  const [moveId, movedChatId] = [newId(), newId()];
  const { enterpriseId } = owner;
  await app.contextOf(owner).transaction(async (tx) => {
    await tx
      .insertInto('moves')
      .values({
        ...{ enterpriseId, moveId, source: 'chatwoot', phase: 'planned', files: JSON.stringify([{ id: newId(), name: `${marker}.json` }]) },
        ...{ plan: JSON.stringify({ kinds: [], drops: [], firstAt: null, lastAt: null }), createdBy: owner.userId, createdAt: new Date() },
      })
      .execute();
    await tx
      .insertInto('moveRecords')
      .values({ enterpriseId, moveId, kind: 'team', key: '1', place: 1, name: marker, outcome: 'come' })
      .execute();
    await tx
      .insertInto('movedChats')
      .values({
        ...{ enterpriseId, movedId: movedChatId, moveId: newId(), source: 'chatwoot', key: '1', contactName: marker, isIn: true },
        ...{ startedAt: new Date(), endedAt: new Date() },
      })
      .execute();
  });
  return { moveId, movedChatId };
}

/** An enterprise with a record of every kind, whose texts carry the marker. @returns its administrator, and the ids by kind */
export async function fillEnterprise(app: TestApp, marker: string): Promise<{ owner: TestUser; ids: Record<string, string> }> {
  const owner = await app.makeUser({
    name: `${marker} owner`,
    email: `${marker}@example.com`,
    enterprise: await app.makeEnterprise({ name: `${marker} Ltd` }),
  });
  const client = app.as(owner);
  const role = (await client.put(endpoints.roles.saveRole.path, { name: `${marker} role`, permissions: ['CHAT.HANDLE'] })).json().data;
  const file = (await client.post(endpoints.files.upload.path, ...(await pngUpload(`${marker}.png`)))).json().response;
  const branding = (await client.get(endpoints.branding.get.path)).json().data;
  const draft = { ...branding.draft, info: { title: marker, supportContact: '' } };
  await client.put(endpoints.branding.saveDraft.path, { host: `${marker}.example.com`, draft, version: 0 });
  const published = (await client.post(endpoints.branding.publish.path, {})).json().data;
  const [notification] = (await client.get(endpoints.notifications.list.path)).json().data.notifications;
  const channel = (
    await client.post(endpoints.channels.create.path, {
      name: `${marker} channel`,
      type: channelTypes.WEB,
      isActive: true,
      data: { allowedDomains: ['127.0.0.1'], title: marker, greeting: marker, colour: '#1f6f78', entry: 'queue' },
    })
  ).json().response;
  const visitor = await openVisitor(app.url, channel.widgetKey);
  const { chatId } = await visitor.say(`${marker} message`);
  visitor.close();
  const customer = await app
    .contextOf(owner)
    .transaction((tx) =>
      tx.selectFrom('customers').select('customerId').where('enterpriseId', '=', owner.enterpriseId).executeTakeFirstOrThrow(),
    );
  const book = createPhoneBook(app);
  const attribute = await book.makeAttribute(owner, 'secret', { fieldLabel: marker });
  const [group, label] = [await book.makeGroup(owner, `${marker} group`), await book.makeLabel(owner, `${marker} label`)];
  const filter = (
    await client.post(endpoints.phoneBook.saveFilter.path, { name: marker, conditions: [{ field: 'name', operator: 'is', value: marker }] })
  ).json().data;
  const bulk = (await client.post(endpoints.phoneBook.startBulk.path, { action: 'export', selection: { filter: {} } })).json().data;
  const upload = await book.importCsv(owner, `Name,Phone Number\nAsha,+919820000001\n${marker},12\n`, { mappingName: marker });
  const builder = createBots(app);
  const bot = await builder.makeBot(owner, `${marker} bot`);
  const story = await builder.makeStory(owner, bot.id, `${marker} story`);
  const [shop] = shopIntents as [(typeof shopIntents)[0]];
  const intent = await builder.makeIntent(owner, bot.id, story, { ...shop, name: `${marker} intent`, response: marker });
  const entity = await builder.makeEntity(owner, bot.id, `${marker} entity`, { [marker]: [marker] });
  const integration = (
    await client.post(endpoints.integrations.create.path, { name: `${marker} configuration`, authType: 5, llm: 1, apikey: `${marker}-key` })
  ).json().response._id;
  const note = (await client.post(`/chatbird/api/nlp/agent/${bot.id}/knowledge`, { title: marker, text: `${marker} text` })).json().data.id;
  const trained = await builder.train(owner, bot.id);
  const { sessionId } = await builder.talk(owner, bot.id)(`${marker} question`);
  const turn = await app
    .contextOf(owner)
    .transaction((tx) => tx.selectFrom('botTurns').select('turnId').where('sessionId', '=', sessionId).executeTakeFirstOrThrow());
  const test = (await client.post(`/chatbird/api/nlp/agent/${bot.id}/tests`, { name: marker, turns: [{ say: marker }] })).json().data.id;
  const tool = (
    await client.post(`/chatbird/api/nlp/agent/${bot.id}/tools`, {
      ...{ name: 'secretTool', title: `${marker} tool`, description: marker, kind: 'handOver', hasEffect: false, confirm: 'none' },
    })
  ).json().data.id;
  const toolCall = newId();
  await app.contextOf(owner).transaction((tx) =>
    tx
      .insertInto('botToolCalls')
      .values({
        ...{ enterpriseId: owner.enterpriseId, callId: toolCall, sessionId: String(chatId), isDry: false, botId: bot.id, toolId: tool },
        ...{ customerId: null, turn: 1, round: 1, place: 0, modelCall: 'call_1_0', createdAt: new Date() },
        ...{ tool: JSON.stringify({ title: marker }), arguments: JSON.stringify({ order: marker }), confirm: 'agent', state: 'PROPOSED' },
      })
      .execute(),
  );
  const rule = (await client.post(`/chatbird/api/nlp/agent/${bot.id}/classification`, { name: marker, words: [marker] })).json().data.id;
  const bucket = (await client.post(endpoints.artifacts.createBucket.path, { name: `${marker} bucket`, isPublic: true })).json().data.id;
  const attachment = { isPublic: true, bucketId: bucket, data: { type: 'IMAGE', fileId: file.id, name: marker } };
  const artifact = (await client.post(endpoints.artifacts.create.path, attachment)).json().response;
  const card = { name: `${marker} card`, title: marker, smsText: marker, media: { id: artifact._id } };
  const richCard = (await client.post(endpoints.richCards.create.path, card)).json().data.id;
  const blocked = (await client.post(endpoints.blacklist.create.path, { numbers: ['+919820000009'], reason: marker })).json().data;
  const sending = createTemplates(app);
  const sender = await sending.makeSendingChannel(owner, { name: `${marker} sender` });
  const components = [{ type: 'BODY', text: `Hi {{1}}, ${marker} is ready.`, samples: { 1: marker } }];
  const template = await sending.makeTemplate(owner, sender, { name: 'secret_template', components });
  const planned = {
    channelId: sender,
    message: { template: { templateId: 'secret_template', templateUId: template.id } },
    audience: { groupIds: [group], filterId: filter.filter.id },
  };
  const journey = (
    await client.post(endpoints.journeys.create.path, { name: `${marker} stream`, description: marker, folder: marker, example: 'nps' })
  ).json().data.id;
  await client.post(`${endpoints.journeys.list.path}/${journey}/publish`, { revision: 1, note: marker });
  const entry = (
    await client.post(endpoints.publishing.attach.path, { journeyId: journey, channelId: sender, kind: 'keyword', word: marker })
  ).json().data.id;
  const instance = await app.contextOf(owner).transaction(async (tx) => {
    const of = { enterpriseId: owner.enterpriseId, instanceId: newId() };
    const at = new Date();
    const walk = { journeyId: journey, version: 1, customerId: customer.customerId, channelId: sender, chatId: String(chatId) };
    const kept = { frames: [{ stream: journey, node: '', variables: {}, loops: [] }], entry: { text: marker } };
    const said = { state: 'COMPLETED' as const, outcome: marker, lastError: marker, instance: JSON.stringify(kept) };
    await tx
      .insertInto('journeyInstances')
      .values({ ...of, ...walk, ...said, startedAt: at, changedAt: at, endedAt: at, address: '+919820000001', environment: 'sandbox' })
      .execute();
    await tx
      .insertInto('journeyTurns')
      .values({ ...of, turn: 1, at, input: JSON.stringify({ kind: 'start', text: marker }), visits: '[]' })
      .execute();
    return of.instanceId;
  });
  const act = await app.contextOf(owner).transaction(async (tx) => {
    const of = { enterpriseId: owner.enterpriseId, actId: newId() };
    await tx
      .insertInto('journeyActs')
      .values({ ...of, act: 'stop', state: 'completed', total: 1, refused: 1, why: marker, createdBy: owner.userId, createdAt: new Date() })
      .execute();
    await tx
      .insertInto('journeyActPeople')
      .values({ ...of, place: 1, instanceId: instance, outcome: 'refused', code: 'ENDED' })
      .execute();
    return of.actId;
  });
  const drafted = { name: `${marker} campaign`, description: marker, plan: planned };
  const campaign = (await client.post(endpoints.campaigns.create.path, drafted)).json().data;
  const counted = { kind: 'replied', words: [marker] };
  const milestones = endpoints.campaignMilestones.create.path.replace(':campaignId', campaign.id);
  const campaignMilestone = (await client.post(milestones, { name: `${marker} milestone`, rule: counted })).json().data;
  const iterated = { campaignId: campaign.id, name: `${marker} iteration` };
  const activity = (await client.post(endpoints.activities.create.path, iterated)).json().data;
  const department = (await client.post(endpoints.departments.create.path, { name: `${marker} department`, desc: marker })).json().data;
  const hours = { name: `${marker} hours`, timeZone: 'UTC', days: Array.from({ length: 7 }, () => []), exceptions: [] };
  const calendar = (await client.post(endpoints.calendars.create.path, hours)).json().data;
  const chatLabel = (await client.post(endpoints.chatLabels.create.path, { name: `${marker} about` })).json().data;
  const quick = { shortcut: `${marker}-greeting`, text: `Hello ${marker}` };
  const quickReply = (await client.post(endpoints.quickReplies.create.path, quick)).json().data;
  const later = await app.contextOf(owner).transaction(async (tx) => {
    const scheduledId = newId();
    const of = { enterpriseId: owner.enterpriseId, scheduledId, chatId: String(chatId), writerId: owner.userId, writerName: owner.name };
    const dueAt = new Date(Date.now() + 300 * 86_400_000);
    const plan = { text: marker, dueAt, tryAt: dueAt, zone: 'UTC', onlyIfSilent: true, customerCount: 0, requestKey: newId() };
    await tx
      .insertInto('scheduledMessages')
      .values({ ...of, ...plan })
      .execute();
    return scheduledId;
  });
  const { room, recording } = await app.contextOf(owner).transaction(async (tx) => {
    const [roomId, recordingId, at] = [newId(), newId(), new Date()];
    const of = { enterpriseId: owner.enterpriseId, roomId, chatId: String(chatId), userId: owner.userId };
    await tx
      .insertInto('videoRooms')
      .values({ ...of, createdAt: at })
      .execute();
    await tx
      .insertInto('videoRecordings')
      .values({ ...of, recordingId, startedAt: at, seenAt: at })
      .execute();
    return { room: roomId, recording: recordingId };
  });
  const grouped = { name: `${marker} macro`, scope: 'enterprise', steps: [{ kind: 'note', text: marker }] };
  const macro = (await client.post(endpoints.macros.create.path, grouped)).json().data;
  const asked = { name: `${marker} field`, kind: 'text' };
  const chatField = (await client.post(endpoints.chatFields.create.path, asked)).json().data;
  const spoken = { name: `${marker} greeting`, conditions: {}, act: 'greeting', greeting: marker };
  const siteRule = (await client.post(endpoints.siteRules.create.path.replace(':channelId', channel.id), spoken)).json().data;
  const form = { when: 'always', fields: [{ kind: 'name', label: marker }], consent: marker, version: 0 };
  await client.put(endpoints.siteForms.save.path.replace(':channelId', channel.id), form);
  const kept = { name: `${marker} view`, scope: 'enterprise', filter: { tab: 'waiting', text: marker } };
  const chatView = (await client.post(endpoints.chatViews.create.path, kept)).json().data;
  const named = { screen: 'deliveryReport', name: `${marker} filter`, search: { status: 'FAILED' }, deptId: department.id };
  const screenFilter = (await client.post(endpoints.screenFilters.create.path, named)).json().data;
  const exported = (await client.post(endpoints.exports.start.path, { kind: 'movements' })).json().data;
  const onboarding = newId();
  await app.contextOf(owner).transaction((tx) =>
    tx
      .insertInto('whatsappOnboardings')
      .values({
        ...{ enterpriseId: owner.enterpriseId, onboardingId: onboarding, environment: 'sandbox', wabaName: marker },
        ...{ startedBy: owner.userId, startedByName: owner.name, createdAt: new Date(), changedAt: new Date() },
      })
      .execute(),
  );
  const { makePublished, openFormPage, visitorOf } = createFormScenes(app);
  const opened = await openFormPage(owner, await makePublished(owner, `${marker} form`, loanForm()));
  const filler = visitorOf(opened.pageUrl);
  await filler.send('screen01', { field001: marker, field002: '30' });
  await filler.send('screen02', { field003: '50000', field005: marker });
  const formPath = (path: string) => formAt(path, opened.id);
  await client.put(formPath(endpoints.forms.page.path), { isOpen: false, version: opened.version });
  const encapScenes = createEncapScenes(app);
  const tea = makeStream({ text0001: say(marker, 'end00001'), end00001: end() });
  const encap = await encapScenes.makePublished(owner, `${marker} encap`, tea);
  const encapLaunch = await encapScenes.launch(owner, encap.id, { mode: 'API', name: marker });
  const [encapLink] = await encapScenes.makeLinks(owner, encap.id, encapLaunch.id, [{ number: '+919820009001', name: marker }]);
  const made = { key: 'filled.form', version: '1.0.0', name: `${marker} package`, items: [{ kind: 'form', id: opened.id }] };
  const packed = (await client.post(endpoints.packages.make.path, made)).json().data;
  const publicKey = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const key = { name: `${marker} publisher`, publicKey };
  await client.post(endpoints.packages.accept.path, key);
  const { moveId, movedChatId } = await fillMove(app, owner, marker);
  const formAnswer = (await client.get(formPath(endpoints.forms.answers.path))).json().data.answers[0];
  const speech = newId();
  await app.contextOf(owner).transaction((tx) =>
    tx
      .insertInto('speechMessages')
      .values({
        ...{
          enterpriseId: owner.enterpriseId,
          speechId: speech,
          at: new Date(),
          source: 'chat',
          sourceId: String(chatId),
          sourceNo: 1_000_000,
        },
        ...{ journeyId: null, journeyVersion: null, customerId: null, channelId: String(channel.id), isSandbox: false, fileId: null },
        ...{
          status: 'DONE',
          lengthMs: 1000,
          integrationId: null,
          confidence: 0.9,
          leastConfidence: null,
          pricePerMinute: null,
          text: marker,
        },
        ...{ originalText: null, correctedBy: null },
      })
      .execute(),
  );
  const past = { fromDate: '2026-01-05', toDate: '2026-01-06', departmentIds: ['none'], changes: [] };
  const scenario = (await client.post(endpoints.chatScenarios.create.path, { name: `${marker} scenario`, ...past })).json().data;
  const figures = {
    name: `${marker} board`,
    tiles: [{ key: 'all', measure: 'chat.incoming', filter: {} }],
    audience: 'everybody',
    isShared: true,
  };
  const board = (await client.post(endpoints.boards.create.path, figures)).json().data;
  const watched = { name: `${marker} alert`, measure: 'chat.waitMedian', filter: {}, windowMinutes: 60, direction: 'above', value: 60_000 };
  const reportAlert = (await client.post(endpoints.reportAlerts.create.path, watched)).json().data;
  const mailed = { boardId: board.id, rhythm: 'daily', time: '08:00', userIds: [owner.userId], isActive: false };
  const reportSchedule = (await client.post(endpoints.reportSchedules.create.path, mailed)).json().data;
  const timely = { name: `${marker} policy`, firstAmberSeconds: 60 };
  const agentStatus = (await client.post(endpoints.agentStatuses.create.path, { name: `${marker} status`, base: 2 })).json().data;
  const skill = (await client.post(endpoints.skills.create.path, { name: `${marker} skill` })).json().data;
  const clockPolicy = (await client.post(endpoints.clockPolicies.create.path, timely)).json().data;
  const ruled = { name: `${marker} rule`, event: 'opened', acts: [{ kind: 'note', text: marker }] };
  const chatRule = (await client.post(endpoints.chatRules.create.path, ruled)).json().data;
  const invited = await client.post(endpoints.invitations.invite.path, { emailId: `${marker}-guest@example.com`, roles: [3] });
  const factor = await app.contextOf(owner).transaction(async (tx) => {
    const row = { enterpriseId: owner.enterpriseId, factorId: newId(), userId: owner.userId, kind: 4, name: `${marker} passkey` };
    await tx
      .insertInto('userFactors')
      .values({ ...row, credentialId: randomBytes(16), publicKey: null, confirmedAt: new Date(), lastUsedAt: null })
      .execute();
    return row.factorId;
  });
  const forgotten = await book.makeCustomer(owner, { name: 'Forgotten', phoneNumber: '+919820000019' });
  const erasing = { name: 'Forgotten', reason: marker, keepOptOut: false };
  const erasure = (await client.post(endpoints.privacy.erase.path.replace(':customerId', forgotten.id), erasing)).json().data.erasure;
  const hook = { name: `${marker} hook`, url: 'https://hooks.example.com/', events: ['chat.closed'] };
  const webhook = (await client.post(endpoints.webhooks.create.path, hook)).json().data.id;
  const bridge = { name: `${marker} bridge`, url: 'https://hooks.example.com/relay' };
  const relay = (await client.post(endpoints.relays.create.path, bridge)).json().data.id;
  const apiKey = (await client.post(endpoints.apiKeys.add.path, { name: `${marker} key`, scopes: ['reports'] })).json().data.id;
  const connection = (
    await client.post(endpoints.sso.create.path, {
      kind: 'oidc',
      name: marker,
      issuer: `https://${marker}.example.com`,
      clientId: marker,
      clientSecret: marker,
    })
  ).json().data;
  const alert = (await client.post(endpoints.billing.saveAlerts.path, { threshold: 1_000_000, userIds: [owner.userId] })).json().data;
  const invoice = await app.contextOf(owner).transaction(async (tx) => {
    const invoiceId = newId();
    const amounts = { net: 1_000_000, tax: 0, paid: 0, due: 1_000_000 };
    const of = {
      financialYear: '0001',
      serial: (randomBytes(3).readUIntBE(0, 3) % 900_000) + 1,
      number: marker.slice(0, 16),
      period: '2020-01',
    };
    const parties = { seller: marker, buyer: JSON.stringify({ name: marker, address: '' }), issuedAt: new Date() };
    const row = { enterpriseId: owner.enterpriseId, invoiceId, kind: 'invoice' as const, currency: 'INR' as const, lines: '[]' };
    await tx
      .insertInto('invoices')
      .values({ ...row, ...of, ...amounts, ...parties })
      .execute();
    return invoiceId;
  });
  const ids = {
    billingAlert: alert.alerts[0].alertId,
    invoice,
    erasure: erasure.id,
    webhook,
    relay,
    apiKey,
    campaign: campaign.id,
    campaignMilestone: campaignMilestone.id,
    journey,
    entry,
    instance,
    act,
    activity: activity.id,
    department: department.id,
    calendar: calendar.id,
    chatLabel: chatLabel.id,
    quickReply: quickReply.id,
    macro: macro.id,
    richCard,
    chatField: chatField.id,
    siteRule: siteRule.id,
    chatView: chatView.id,
    scenario: scenario.id,
    screenFilter: screenFilter.id,
    export: exported.id,
    speech,
    form: opened.id,
    formAnswer: formAnswer.id,
    package: packed.id,
    move: moveId,
    movedChat: movedChatId,
    encap: encap.id,
    encapLaunch: encapLaunch.id,
    encapLink: encapLink?.linkId ?? '',
    board: board.id,
    reportAlert: reportAlert.id,
    reportSchedule: reportSchedule.id,
    later,
    room,
    recording,
    clockPolicy: clockPolicy.id,
    agentStatus: agentStatus.id,
    skill: skill.id,
    chatRule: chatRule.id,
    invitation: invited.json().data.invitations[0].id,
    factor,
    connection: connection.id,
    bucket,
    artifact: artifact._id,
    artifactFile: artifact.data.fileId,
    blacklistEntry: blocked.blacklist[0].id,
    sender,
    template: template.id,
    bot: bot.id,
    story,
    intent: intent.id,
    entity: entity.id,
    integration,
    note,
    training: trained.id,
    trainedVersion: trained.versionId ?? '',
    botSession: sessionId,
    turn: turn.turnId,
    test,
    tool,
    toolCall,
    rule,
    attribute: attribute._id,
    group,
    label,
    filter: filter.filter.id,
    bulk: bulk.bulkJob.id,
    upload: upload.uploadId,
    user: owner.userId,
    session: owner.sessionId,
    enterprise: owner.enterpriseId,
    role: String(role.code),
    file: file.id,
    version: published.versions[0].id,
    notification: notification.id,
    onboarding,
    channel: channel.id,
    chat: String(chatId),
    customer: customer.customerId,
  };
  return { owner, ids };
}
