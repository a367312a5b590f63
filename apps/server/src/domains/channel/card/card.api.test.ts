import { type CardPreview, channelTypes, endpoints, previewedTypes, type RichCard } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { cardReply, createCardScenes, visitCard } from '../../../../test/cards.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { changed, createTrail } from '../../../../test/trail.ts';

const app = await sharedApp();
const { as, makeUser, stranger } = app;
const { makeCard, makePicture } = createCardScenes(app);
const trail = createTrail(app);
const { richCards: calls, artifacts, bin } = endpoints;

const at = (path: string, id: string) => path.replace(':cardId', id);
const names = async (by: TestUser, query = '') =>
  (await as(by).get(`${calls.list.path}?${query}`)).json().data.cards.map(({ name }: RichCard) => name);
const update = async (by: TestUser, { id, version }: RichCard, body: object) =>
  (await as(by).put(at(calls.update.path, id), { version, name: 'Visit', ...visitCard, ...body })).json();

test('rich cards are listed, made, read, changed and deleted under /chatbird/api/richcard/ (ADMIN-089 ADMIN-090 ADMIN-091 ADMIN-092 ADMIN-093 ADMIN-095)', async () => {
  const admin = await makeUser({ name: 'Ada' });
  const picture = await makePicture(admin);
  const card = await makeCard(admin, { media: { id: picture._id } });
  expect(
    [calls.list, calls.create, calls.get, calls.update, calls.remove, calls.preview].map(({ method, path }) => `${method} ${path}`),
  ).toEqual([
    'GET /chatbird/api/richcard/list',
    'POST /chatbird/api/richcard/create',
    'GET /chatbird/api/richcard/get/:cardId',
    'PUT /chatbird/api/richcard/update/:cardId',
    'DELETE /chatbird/api/richcard/delete/:cardId',
    'GET /chatbird/api/richcard/preview',
  ]);
  expect(card).toMatchObject({
    name: 'Visit',
    kind: 'card',
    height: 'medium',
    layout: 'vertical',
    media: { id: picture._id, name: 'shoe' },
    usedIn: [],
    olderIn: 0,
    updatedBy: 'Ada',
    version: 1,
  });
  expect((await as(admin).get(at(calls.get.path, card.id))).json().data).toEqual(card);
  const row = {
    kind: 'carousel',
    cards: ['Tea', 'Cups'].map((title, place) => ({ title, suggestions: [cardReply(`buyone0${place}`, 'Buy')] })),
  };
  await makeCard(admin, { name: 'A row', ...row, title: '', description: '', suggestions: [] });
  expect(await names(admin)).toEqual(['A row', 'Visit']);
  expect(await names(admin, 'name=VIS')).toEqual(['Visit']);
  expect(await names(admin, 'kind=carousel')).toEqual(['A row']);
  expect((await as(admin).get(`${calls.list.path}?perPage=1`)).json().data).toMatchObject({ cards: [{ name: 'A row' }], more: true });
  expect(await names(admin, 'perPage=1&from=1')).toEqual(['Visit']);

  const changedCard = await update(admin, card, { name: 'The visit', description: 'See you.' });
  expect(changedCard).toMatchObject({
    message: 'The rich card is saved.',
    data: { name: 'The visit', description: { en: 'See you.' }, version: 2 },
  });
  expect(await update(admin, card, { name: 'Other' })).toMatchObject({ code: 'record.changed', data: { changedBy: 'Ada', version: 2 } });
  const entry = await trail.newest(admin, 'kind=rich_card&action=edit');
  expect([entry.recordName, changed(entry).name]).toEqual(['The visit', ['Visit', 'The visit']]);
  expect((await as(admin).delete(at(calls.remove.path, card.id))).json().message).toBe('The rich card is deleted.');
  expect((await as(admin).get(at(calls.get.path, card.id))).json().code).toBe('rich_card.not_found');
});

test('a card has name, title, description, media and suggestions, its texts by language or as one text (ADMIN-096)', async () => {
  const admin = await makeUser();
  const plain = await makeCard(admin, { name: 'Plain', title: 'Hello', description: '', suggestions: [], variables: [], smsText: 'Hello' });
  expect(plain).toMatchObject({
    id: expect.any(String),
    name: 'Plain',
    title: { en: 'Hello' },
    description: {},
    media: null,
    suggestions: [],
  });
  const wrong = async (more: object) => {
    const refused = (await as(admin).post(calls.create.path, { name: 'Wrong', ...visitCard, ...more })).json();
    return [
      refused.code,
      ...(refused.data.errors ?? refused.data.issues).map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
    ];
  };
  expect(await wrong({ title: '', description: ' ' })).toEqual(['rich_card.invalid', 'title card.empty']);
  expect(await wrong({ smsText: '' })).toEqual(['rich_card.invalid', 'smsText card.sms']);
  expect(await wrong({ suggestions: 'abcde'.split('').map((letter) => cardReply(`reply00${letter}`.slice(0, 8), letter)) })).toEqual([
    'rich_card.invalid',
    'suggestions card.suggestions',
  ]);
  const link = (url: string) => ({ suggestions: [{ id: 'linkto01', title: 'Open', action: { kind: 'url', url } }] });
  expect(await wrong(link('http://shop.example'))).toEqual(['rich_card.invalid', 'suggestions.0.action.url card.link']);
  expect(await wrong(link('https://user:secret@shop.example'))).toEqual(['rich_card.invalid', 'suggestions.0.action.url card.link']);
  expect(await wrong({ title: 'Hello {{nobody}}' })).toEqual(['rich_card.invalid', 'title card.unknown_variable']);
  expect(await wrong({ suggestions: [{ ...cardReply('reply001', 'x'), action: { kind: 'reply', payload: 'é'.repeat(1025) } }] })).toEqual([
    'rich_card.invalid',
    'suggestions.0.action.payload card.payload',
  ]);
  const cards = [{ title: 'One' }, { title: 'Two' }];
  expect(await wrong({ kind: 'carousel', height: 'tall', cards })).toEqual(['rich_card.invalid', 'height card.tall']);
  expect(await wrong({ kind: 'carousel', cards: cards.slice(1) })).toEqual(['rich_card.invalid', 'cards card.count']);
  const event = { kind: 'calendar', title: 'Visit', startsAt: '2026-12-04T10:00:00Z', endsAt: '2026-12-04T10:00:00Z' };
  expect(await wrong({ suggestions: [{ id: 'dates004', title: 'Day', action: event }] })).toEqual([
    'rich_card.invalid',
    'suggestions.0.action.endsAt card.ends',
  ]);
  const [own, words] = [await makePicture(admin, { isPublic: false }), await makePicture(await makeUser())];
  expect(await wrong({ media: { id: own._id } })).toEqual(['rich_card.invalid', 'media card.media']);
  expect(await wrong({ media: { id: words._id } })).toEqual(['rich_card.invalid', 'media card.media']);
  expect((await as(admin).post(calls.create.path, { ...visitCard, name: 'PLAIN' })).json()).toMatchObject({
    code: 'rich_card.name_taken',
    data: { errors: [{ field: 'name', code: 'card.name_taken' }] },
  });
});

test('a preview shows what goes out on a type of channel and what is lost, of saved cards and of others (ADMIN-094)', async () => {
  const admin = await makeUser();
  const picture = await makePicture(admin);
  const card = await makeCard(admin, { media: { id: picture._id } });
  const preview = async (query: string): Promise<CardPreview> =>
    (await as(admin).get(`${calls.preview.path}?id=${card.id}&${query}`)).json().data;
  expect(await preview('')).toMatchObject({
    channelType: 10,
    level: 'native',
    lost: [],
    contents: [
      {
        kind: 'cards',
        cards: [
          {
            title: 'Your visit, Asha',
            media: { url: expect.stringContaining('/e/enterprise/files/'), name: 'shoe', type: 'image/png' },
            items: [{ kind: 'reply' }, { kind: 'reply' }, { kind: 'place' }, { kind: 'calendar' }],
          },
        ],
      },
    ],
  });
  const sms = await preview(`channelType=0&language=hi&values=${encodeURIComponent('{"name":"Ravi"}')}`);
  expect(sms).toMatchObject({
    level: 'text',
    contents: [{ kind: 'text', text: expect.stringContaining('Your visit is on Friday, Ravi.') }],
  });
  expect(sms.lost).toContainEqual({ card: 0, what: 'media', how: 'gone', title: '' });
  expect((await preview('language=hi')).contents).toMatchObject([{ cards: [{ title: 'आपकी मुलाक़ात, Asha' }] }]);
  const unsaved = (await as(admin).post(calls.previewUnsaved.path, { ...visitCard, smsText: '' })).json().data;
  expect(unsaved.previews.map(({ channelType, level }: CardPreview) => [channelType, level])).toEqual(
    previewedTypes.map((type) => [
      type,
      type === channelTypes.RCS ? 'native' : type === channelTypes.SMS || type === channelTypes.EMAIL ? 'text' : 'reduced',
    ]),
  );
  expect(unsaved.faults).toMatchObject([{ field: 'smsText', code: 'card.sms' }]);
  expect((await as(admin).post(calls.previewUnsaved.path, { kind: 'carousel' })).json().data).toMatchObject({ previews: [] });
});

test('the link of an event leads to an iCalendar file, and nobody else makes such a link', async () => {
  const admin = await makeUser();
  const card = await makeCard(admin);
  const { contents } = (await as(admin).get(`${calls.preview.path}?id=${card.id}&channelType=0`)).json().data as CardPreview;
  const [, link = ''] = /Into my calendar: (\S+)/.exec(JSON.stringify(contents)) ?? [];
  const address = link.replace(/\\n.*$/, '');
  const { pathname, search } = new URL(address);
  const file = await stranger().get(`${pathname}${search}`);
  expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(file.body.split('\r\n')).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'DTSTART:20261204T100000Z',
      'DTEND:20261204T110000Z',
      'SUMMARY:Visit of Asha',
      'END:VCALENDAR',
    ]),
  );
  const forged = new URLSearchParams(search);
  forged.set('event', Buffer.from('["Other",1,2]').toString('base64url'));
  for (const query of [forged.toString(), '', 'event=%00&signature=x']) {
    const refused = await stranger().get(`${pathname}?${query}`);
    expect([query, refused.json().status]).toEqual([query, false]);
  }
});

test('a deleted card lies in the bin, a restored one gets a free name, and its picture stays while a card shows it', async () => {
  const admin = await makeUser();
  const picture = await makePicture(admin);
  const card = await makeCard(admin, { media: { id: picture._id } });
  const remove = artifacts.remove.path.replace(':artifactId', picture._id);
  expect((await as(admin).delete(remove)).json()).toMatchObject({ code: 'artifact.in_use', data: { uses: ['card Visit'] } });
  await as(admin).delete(at(calls.remove.path, card.id));
  await makeCard(admin);
  const [entry] = (await as(admin).get(`${bin.list.path}?kind=rich_card`)).json().data.entries;
  expect(entry).toMatchObject({ kind: 'rich_card', name: 'Visit', recordId: card.id });
  const restored = await as(admin).post(bin.restore.path.replace(':entryId', entry.id), {});
  expect(restored.json().data).toMatchObject({ name: 'Visit (restored)' });
  expect((await as(admin).get(at(calls.get.path, card.id))).json().data).toMatchObject({ name: 'Visit (restored)', version: 2 });
});

test('each of the four rights of rich cards opens its call, and another enterprise finds none (RBAC-034 RBAC-019)', async () => {
  const admin = await makeUser();
  const card = await makeCard(admin);
  const body = { ...visitCard, name: 'Another', version: 1 };
  const tries = (user: TestUser) =>
    Promise.all([
      as(user).get(calls.list.path),
      as(user).get(at(calls.get.path, card.id)),
      as(user).post(calls.create.path, { ...body, name: `Made by ${user.userId}` }),
      as(user).put(at(calls.update.path, card.id), { ...body, version: 99 }),
      as(user).get(`${calls.preview.path}?id=${card.id}`),
    ]).then((answers) => answers.map((one) => one.json().code));
  const maker = async (...permissions: string[]) => {
    const { code } = (
      await as(admin).put(endpoints.roles.saveRole.path, { name: `Role ${permissions}`, permissions, dataScope: 'enterprise' })
    ).json().data;
    return makeUser({ enterprise: admin, roles: [code] });
  };
  expect(await tries(await maker('RICHCARDS.VIEW'))).toEqual(['100', '100', '1403', '1403', '100']);
  expect(await tries(await maker('RICHCARDS.CREATE'))).toEqual(['100', '100', '100', '1403', '100']);
  expect(await tries(await maker('RICHCARDS.EDIT'))).toEqual(['100', '100', '1403', 'record.changed', '100']);
  const remover = await maker('RICHCARDS.DELETE');
  expect(await tries(await maker('CUSTOMER.VIEW'))).toEqual(['1403', '1403', '1403', '1403', '1403']);
  expect(await tries(await makeUser())).toEqual(['100', 'rich_card.not_found', '100', 'rich_card.not_found', 'rich_card.not_found']);
  expect((await stranger().get(calls.list.path)).json().code).toBe('login_required');
  expect((await as(remover).delete(at(calls.remove.path, card.id))).json().code).toBe('100');
});
